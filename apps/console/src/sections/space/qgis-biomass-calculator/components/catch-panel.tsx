import type { BiomassResult, BiomassValidation } from '@kianda/contract/space/biomass/biomass.schemas';
import { formatNumber, formatQuantity, UNKNOWN } from '@kianda/format';
import { type Column, DataTable, EmptyState, FactList, PanelFrame } from '@kianda/ui';
import { SimulatedMark } from '../../../shared/models/simulated-mark.tsx';
import styles from '../page.module.css';
import { biomassTexts } from '../texts.pt.ts';
import { tonnesText } from './amounts.ts';

const texts = biomassTexts.catches;
const percent = (share: number) => formatQuantity(share * 100, '%', { maxDecimals: 1 });

type Props = { readonly result: Pick<BiomassResult, 'validation' | 'validationAbsence'> };

/** The catches beside the estimate. */
export function CatchPanel({ result: { validation, validationAbsence } }: Props) {
  return (
    <PanelFrame
      id="capturas"
      title={texts.title}
      description={texts.text}
      actions={<SimulatedMark isSimulated={validation?.isSimulated ?? false} />}
    >
      {validation === null ? (
        <EmptyState title={texts.none}>{validationAbsence}</EmptyState>
      ) : (
        <div className={styles.stack}>
          <p>{validation.reading}</p>
          <FactList items={factsOf(validation)} />
          <DataTable
            id="capturas"
            label={texts.title}
            columns={columns}
            rows={validation.species}
            rowId={({ name }) => name}
          />
        </div>
      )}
    </PanelFrame>
  );
}

const factsOf = (validation: BiomassValidation) =>
  [
    [texts.caught, `${tonnesText(validation.catchTonnes)} (${texts.year(validation.source, String(validation.year))})`],
    [texts.ofProduction, percent(validation.ofProduction)],
    [texts.ofBiomass, percent(validation.ofBiomass)],
    [texts.required, percent(validation.productionRequired)],
    [texts.level, formatNumber(validation.meanLevel, { decimals: 2 })],
    [texts.known, percent(validation.knownShare)],
  ] as const;

type Species = BiomassValidation['species'][number];

const columns: readonly Column<Species>[] = [
  { id: 'name', label: texts.species, value: ({ name }) => name },
  {
    ...{ id: 'tonnes', label: texts.tonnes, value: ({ tonnes }) => tonnes },
    render: ({ tonnes, share }) => `${formatNumber(tonnes, { maxDecimals: 0 })} (${percent(share)})`,
  },
  {
    ...{ id: 'level', label: texts.trophic, value: ({ trophicLevel }) => trophicLevel },
    render: ({ trophicLevel }) => (trophicLevel === null ? UNKNOWN : formatNumber(trophicLevel, { decimals: 1 })),
  },
];
