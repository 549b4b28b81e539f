import { formatNumber, type NumberOptions } from '@kianda/format';
import { Instant, Tile, TileGrid } from '@kianda/ui';
import type { FigureName, OceanStatus } from '../api/read-status.ts';
import styles from '../page.module.css';
import { integrationTexts } from '../texts.pt.ts';

const texts = integrationTexts.ocean;

const tiles: readonly { readonly name: FigureName; readonly unit: string; readonly format: NumberOptions }[] = [
  { name: 'temperature', unit: '°C', format: { decimals: 1 } },
  { name: 'salinity', unit: 'psu', format: { decimals: 1 } },
  { name: 'chlorophyll', unit: 'mg/m³', format: { decimals: 2 } },
  { name: 'current_speed', unit: 'm/s', format: { decimals: 2 } },
];

/** The four ocean parameters, each with how it came to be and when it was observed. */
export function OceanTab({ status }: { readonly status: OceanStatus }) {
  return (
    <div className={styles.stack}>
      <h2 className="k-visually-hidden">{integrationTexts.tab.oceano}</h2>
      <TileGrid>
        {tiles.map(({ name, unit, format }) => {
          const figure = status.figures[name];
          const origin = texts.origins[figure.origin];
          const cells = figure.cells === null ? '' : ` · ${texts.cells(formatNumber(figure.cells))}`;
          const note =
            figure.observedAt === null ? (
              origin
            ) : (
              <Instant at={figure.observedAt} words={(at) => `${texts.observed(origin, at)}${cells}`} />
            );
          return (
            <Tile
              key={name}
              id={`parametro-${name}`}
              label={texts[name]}
              value={figure}
              unit={unit}
              format={format}
              note={note}
            />
          );
        })}
      </TileGrid>
      <p className={styles.note}>{texts.note}</p>
    </div>
  );
}
