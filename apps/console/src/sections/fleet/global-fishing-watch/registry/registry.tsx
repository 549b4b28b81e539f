import type { SurveillanceArea } from '@kianda/contract/fleet/surveillance/registry.contract';
import { DistancesPanel } from './distances-panel.tsx';
import { LicencesPanel } from './licences-panel.tsx';
import { SeasonsPanel } from './seasons-panel.tsx';

/** The national registry beside the watched areas: licences, closed seasons and minimum distances. */
export default function Registry({ areas }: { readonly areas: readonly SurveillanceArea[] }) {
  return (
    <>
      <LicencesPanel areas={areas} />
      <SeasonsPanel areas={areas} />
      <DistancesPanel areas={areas} />
    </>
  );
}
