import { LicencesPanel } from './licences-panel.tsx';
import { SeasonsPanel } from './seasons-panel.tsx';

/** The national registry beside the watched areas: licences and closed seasons. */
export default function Registry() {
  return (
    <>
      <LicencesPanel />
      <SeasonsPanel />
    </>
  );
}
