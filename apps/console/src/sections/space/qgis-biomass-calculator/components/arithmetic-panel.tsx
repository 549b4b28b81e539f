import {
  type BiomassRecord,
  type BiomassResult,
  type BiomassTerm,
  type BiomassType,
  biomassTypes,
} from '@kianda/contract/space/biomass/biomass.schemas';
import { formatNumber, formatQuantity, UNKNOWN } from '@kianda/format';
import { type Column, DataTable, EmptyState, PanelFrame } from '@kianda/ui';
import styles from '../page.module.css';
import { biomassTexts } from '../texts.pt.ts';
import { amountText } from './amounts.ts';

const texts = biomassTexts.terms;

type Props = {
  readonly type: BiomassType;
  readonly record: BiomassRecord | undefined;
  readonly absence: string;
  readonly result: Pick<BiomassResult, 'draws' | 'seed'> | null;
};

/** The arithmetic of a type, line by line; or what it lacks, and what would bring it. */
export function ArithmeticPanel({ type, record, absence, result }: Props) {
  const title = `${texts.title}: ${biomassTypes[type]}`;
  if (record === undefined || record.total_biomass === null) {
    return (
      <PanelFrame id="contas" title={title} description={record?.method}>
        <EmptyState title={biomassTexts.noSource}>
          {record?.absence ?? absence}
          {record?.remedy == null ? null : ` ${texts.remedy}: ${record.remedy}`}
        </EmptyState>
      </PanelFrame>
    );
  }
  return (
    <PanelFrame id="contas" title={title} description={record.method} flush>
      <DataTable
        id="contas"
        label={title}
        columns={columns}
        rows={record.terms.map((term, place) => ({ ...term, place }))}
        rowId={({ place }) => String(place)}
      />
      <div className={styles.notes}>
        <Confidence record={record} />
        {result === null ? null : (
          <p className={styles.quiet}>{texts.draws(formatNumber(result.draws), result.seed)}</p>
        )}
        <ul className={styles.list}>
          {record.notes.map((note) => (
            <li key={note} className={styles.quiet}>
              {note}
            </li>
          ))}
        </ul>
      </div>
    </PanelFrame>
  );
}

function Confidence({ record: { confidence } }: { readonly record: BiomassRecord }) {
  if (confidence === null) return null;
  const share = (value: number) => formatNumber(value, { decimals: 2 });
  const { precision, coverage, days, value } = confidence;
  const percent = formatQuantity(value * 100, '%', { maxDecimals: 0 });
  return (
    <div>
      <p className={styles.product}>{texts.product(share(precision), share(coverage), share(days), percent)}</p>
      <p className={styles.quiet}>{texts.productText}</p>
    </div>
  );
}

type Row = BiomassTerm & { readonly place: number };

const columns: readonly Column<Row>[] = [
  {
    ...{ id: 'symbol', label: texts.symbol, value: ({ symbol }) => symbol },
    render: ({ symbol }) => <code className={styles.symbol}>{symbol}</code>,
  },
  {
    ...{ id: 'label', label: texts.label, value: ({ label }) => label },
    render: ({ label, kind }) => (kind === 'result' ? <strong>{label}</strong> : label),
  },
  {
    ...{ id: 'value', label: texts.value, value: ({ value }) => value },
    render: ({ value, unit, kind }) => {
      const words = amountText(value, unit);
      return kind === 'result' ? <strong className={styles.figure}>{words}</strong> : words;
    },
  },
  {
    ...{ id: 'distribution', label: texts.distribution, value: ({ distribution }) => distribution },
    render: ({ distribution, kind }) => distribution ?? (kind === 'measured' ? texts.measured : UNKNOWN),
  },
  { id: 'source', label: texts.source, value: ({ source }) => source },
];
