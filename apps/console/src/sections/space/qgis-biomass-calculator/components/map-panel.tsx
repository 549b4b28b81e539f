import { type BiomassBand, biomassBandNames, biomassGrid } from '@kianda/contract/space/biomass/biomass.contract';
import type { BiomassType } from '@kianda/contract/space/biomass/biomass.schemas';
import { Panel, SkeletonBar } from '@kianda/ui';
import { Button, SegmentedControl } from '@mantine/core';
import { lazy, Suspense, useState } from 'react';
import { useEndpoint } from '../../../../client/use-endpoint.ts';
import { useBiomassActs } from '../api/use-biomass.ts';
import styles from '../page.module.css';
import { biomassTexts } from '../texts.pt.ts';

const BiomassMap = lazy(() => import('./biomass-map.tsx'));
const texts = biomassTexts.map;
const stageHeight = 520;
const ofType = (type: BiomassType): BiomassBand => (type === 'marine_fish' ? 'marine_fish' : 'marine_phytoplankton');

/** The map of a calculation: what each cell holds, and how often it was seen. */
export function MapPanel({ number, type }: { readonly number: number; readonly type: BiomassType }) {
  const [chosen, setChosen] = useState<{ readonly type: BiomassType; readonly band: BiomassBand } | null>(null);
  // Another type brings its own layer; a layer that was chosen stays while the type does.
  const band = chosen?.type === type ? chosen.band : ofType(type);
  const { saveMap } = useBiomassActs();
  const grid = useEndpoint(
    biomassGrid,
    { query: { run: number, band } },
    // A calculation never changes.
    { refetchSeconds: 0, staleSeconds: 86_400 },
  );
  const skeleton = <SkeletonBar height={stageHeight} />;
  return (
    <Panel
      id="mapa"
      title={texts.title}
      source={grid}
      skeleton={skeleton}
      actions={
        <span className={styles.marks}>
          <SegmentedControl<BiomassBand>
            size="xs"
            aria-label={texts.band}
            value={band}
            data={biomassBandNames.map((value) => ({ value, label: texts.bands[value] }))}
            onChange={(next) => setChosen({ type, band: next })}
          />
          <Button size="xs" variant="default" onClick={() => void saveMap(number)}>
            {texts.download}
          </Button>
        </span>
      }
    >
      {(found) => (
        <Suspense fallback={skeleton}>
          <BiomassMap grid={found} />
        </Suspense>
      )}
    </Panel>
  );
}
