import type { ModelVersionDetail } from '@kianda/contract/models/registry/models.contract';
import { formatNumber } from '@kianda/format';
import { lineageTexts as texts, versionTexts } from '../texts.pt.ts';
import styles from './lineage-graph.module.css';

const whole = (value: number) => formatNumber(value, { maxDecimals: 0 });
/** Digits of a digest that tell two apart; the whole of it stands below. */
const shown = 12;

type Step = { readonly title: string; readonly boxes: readonly (readonly [name: string, note: string])[] };

/** Providers with their fields and rows. The name of a source is its field and its provider, with a colon between. */
function providersOf(sources: ModelVersionDetail['lineage']['sources']): Step['boxes'] {
  const given = new Map<string, { rows: number; readonly fields: Set<string> }>();
  for (const { name, rows } of sources) {
    const [field, provider] = name.includes(': ') ? name.split(': ', 2) : [null, name];
    const entry = given.get(provider ?? name) ?? { rows: 0, fields: new Set<string>() };
    entry.rows += rows;
    if (field !== null && field !== undefined) entry.fields.add(field);
    given.set(provider ?? name, entry);
  }
  return [...given].map(([provider, { rows, fields }]) => [
    provider,
    fields.size === 0 ? texts.rows(whole(rows)) : `${[...fields].join(', ')} · ${texts.rows(whole(rows))}`,
  ]);
}

/** From the rows of the providers to the predictions of a version, step by step. */
export function LineageGraph({ version }: { readonly version: ModelVersionDetail }) {
  const { lineage } = version;
  const steps: readonly Step[] = [
    {
      title: texts.providers,
      boxes: providersOf(lineage.sources),
    },
    {
      title: texts.table,
      boxes: [
        [
          texts.rows(whole(version.rows)),
          `${texts.variables(whole(version.features.length))} · ${lineage.dataSha256.slice(0, shown)}`,
        ],
      ],
    },
    {
      title: texts.training,
      boxes: [[version.algorithm, texts.run(String(lineage.seed), lineage.codeVersion)]],
    },
    {
      title: texts.version,
      boxes: [[versionTexts.name(formatNumber(version.version)), lineage.artefactSha256.slice(0, shown)]],
    },
    { title: texts.predictions, boxes: [[whole(version.predictions), versionTexts.states[version.state]]] },
  ];
  return (
    <ol className={styles.steps} aria-label={texts.title}>
      {steps.map(({ title, boxes }) => (
        <li key={title} className={styles.step}>
          <p className={styles.title}>{title}</p>
          <ul className={styles.boxes}>
            {boxes.map(([name, note]) => (
              <li key={`${name} ${note}`} className={styles.box}>
                <strong>{name}</strong>
                <span>{note}</span>
              </li>
            ))}
          </ul>
        </li>
      ))}
    </ol>
  );
}
