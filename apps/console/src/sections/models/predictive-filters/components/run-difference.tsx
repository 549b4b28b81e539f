import { formatInstant, formatNumber, formatQuantity, UNKNOWN } from '@kianda/format';
import { FactList, Panel, usePreferences } from '@kianda/ui';
import { GeoLayer, type GeoLayerSpec } from '@kianda/viz/map/geo-layer.tsx';
import { Button } from '@mantine/core';
import { ZeeFrame } from '../../../shared/map/zee-frame.tsx';
import { useDifference } from '../api/use-filters.ts';
import styles from '../page.module.css';
import { runTexts } from '../texts.pt.ts';

const texts = runTexts.difference;
const km2 = (area: number) => formatQuantity(area, 'km²', { maxDecimals: 0 });
/** The gained area is filled, the lost one is only outlined: colour is not the only sign. */
const gained: readonly GeoLayerSpec[] = [
  { id: 'ganho-cor', type: 'fill', paint: { 'fill-color': '#0072b2', 'fill-opacity': 0.65 } },
];
const lost: readonly GeoLayerSpec[] = [
  { id: 'perda-cor', type: 'fill', paint: { 'fill-color': '#d55e00', 'fill-opacity': 0.2 } },
  { id: 'perda-linha', type: 'line', paint: { 'line-color': '#d55e00', 'line-width': 2, 'line-dasharray': [2, 1.5] } },
];
const ignore = () => undefined;

type Props = { readonly id: string; readonly from: string; readonly to: string; readonly onClose: () => void };

/** Change between two runs: area gained, lost and kept, and where. */
export default function RunDifference({ id, from, to, onClose }: Props) {
  const { timeZone } = usePreferences();
  const source = useDifference(id, from, to);
  const shown = source.sourced?.value;
  const at = (run: { readonly requestedAt: string } | undefined) =>
    run === undefined ? UNKNOWN : formatInstant(run.requestedAt, timeZone);
  return (
    <Panel
      id="diferenca"
      title={texts.title}
      description={texts.text(at(shown?.from), at(shown?.to))}
      source={source}
      actions={
        <Button size="xs" variant="default" onClick={onClose}>
          {texts.close}
        </Button>
      }
    >
      {(difference) => (
        <div className={styles.stack}>
          <FactList
            items={[
              [texts.gained, km2(difference.gainedKm2)],
              [texts.lost, km2(difference.lostKm2)],
              [texts.kept, km2(difference.keptKm2)],
              [
                texts.overlap,
                difference.overlap === null ? (
                  <abbr key="comum" title={texts.noOverlap}>
                    {UNKNOWN}
                  </abbr>
                ) : (
                  `${formatQuantity(difference.overlap * 100, '%', { maxDecimals: 0 })} (${texts.overlapNote})`
                ),
              ],
              [
                texts.meanChange,
                difference.meanChange === null ? (
                  <abbr key="variacao" title={texts.noChange}>
                    {UNKNOWN}
                  </abbr>
                ) : (
                  formatNumber(difference.meanChange, { maxDecimals: 4 })
                ),
              ],
            ]}
          />
          <ZeeFrame label={texts.mapLabel} onPick={ignore} onPointer={ignore}>
            <GeoLayer id="ganho" slot="cells" data={difference.gained as GeoJSON.FeatureCollection} layers={gained} />
            <GeoLayer id="perda" slot="cells" data={difference.lost as GeoJSON.FeatureCollection} layers={lost} />
          </ZeeFrame>
        </div>
      )}
    </Panel>
  );
}
