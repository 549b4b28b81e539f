import { formatQuantity } from '@kianda/format';
import { Panel, PanelFrame, SkeletonBar } from '@kianda/ui';
import { BarList } from '../../../../shared/bar-list.tsx';
import { cardSource } from '../../../../shared/card-source.tsx';
import { YearColumns } from '../../../../shared/year-columns.tsx';
import { speciesName } from '../api/species-names.ts';
import type { useFisheries } from '../api/use-zee.ts';
import { zeeTexts } from '../texts.pt.ts';
import styles from './charts.module.css';
import { chartTexts } from './texts.pt.ts';

type Props = { readonly fisheries: ReturnType<typeof useFisheries> };
const wholeNumber = { maxDecimals: 0 } as const;
const skeleton = <SkeletonBar height={230} />;

/** Landings of the last complete year by species, the largest first. */
export function SpeciesChart({ fisheries }: Props) {
  const texts = chartTexts.species;
  return (
    <Panel
      id="capturas-por-especie"
      title={texts.title(fisheries.sourced?.value.year ?? null)}
      source={cardSource(fisheries)}
      skeleton={skeleton}
      isEmpty={(data) => data.main_species.length === 0}
    >
      {(data) => (
        <BarList
          caption={texts.caption}
          labelHeader={texts.name}
          valueHeader={texts.tons}
          noteHeader={texts.share}
          format={wholeNumber}
          bars={data.main_species.map((species) => ({
            id: species.name,
            label: speciesName(species.name),
            value: species.catch_tons,
            note: zeeTexts.fisheries.species(
              formatQuantity(species.percentage, '%', { decimals: 1 }),
              zeeTexts.fisheries.trends[species.trend],
            ),
          }))}
        />
      )}
    </Panel>
  );
}

/** Landings by year since the series begins. */
export function LandingsChart({ fisheries }: Props) {
  const texts = chartTexts.landings;
  return (
    <Panel
      id="capturas-por-ano"
      title={texts.title}
      description={texts.description}
      source={cardSource(fisheries)}
      skeleton={skeleton}
      isEmpty={(data) => data.by_year.length === 0}
    >
      {(data) => (
        <YearColumns
          title={texts.axis}
          unit={texts.unit}
          fileName={texts.file}
          height={240}
          years={data.by_year.map((row) => ({ year: row.year, value: row.catch_tons }))}
        />
      )}
    </Panel>
  );
}

/** Official figures, each with where and for when it was published. */
export function PublishedFigures({ fisheries }: Props) {
  const texts = chartTexts.published;
  const published = fisheries.sourced?.value.published ?? [];
  if (published.length === 0) return null;
  return (
    <PanelFrame id="valores-publicados" className={styles.wide} title={texts.title} description={texts.description}>
      <table className={styles.table}>
        <caption className="k-visually-hidden">{texts.caption}</caption>
        <thead>
          <tr>
            <th scope="col">{texts.label}</th>
            <th scope="col" className={styles.end}>
              {texts.value}
            </th>
            <th scope="col">{texts.period}</th>
            <th scope="col">{texts.source}</th>
          </tr>
        </thead>
        <tbody>
          {published.map((row) => (
            <tr key={`${row.label} ${row.period}`}>
              <th scope="row">{row.label}</th>
              <td className={styles.end}>{formatQuantity(row.value, row.unit, wholeNumber)}</td>
              <td>{row.period}</td>
              <td>{row.source}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </PanelFrame>
  );
}
