import { NativeSelect } from '@mantine/core';
import styles from './intake.module.css';
import type { Preview } from './preview.ts';
import { filePreviewTexts } from './texts.pt.ts';

const texts = filePreviewTexts.mapping;

type Props = {
  readonly preview: Preview;
  readonly isBusy: boolean;
  /** Field of each column by position; null leaves it out. */
  readonly onChange: ((columns: readonly (string | null)[]) => void) | undefined;
};

/** Which column of the file says which field; a field is taken from one column at most. */
export function Mapping({ preview, isBusy, onChange }: Props) {
  const options = [
    { value: '', label: texts.none },
    ...preview.fields.map((field) => ({
      value: field.name,
      label: `${field.label}${field.unit === null ? '' : ` (${field.unit})`}${field.required ? ' *' : ''}`,
    })),
  ];
  const choose = (index: number, field: string) => {
    const chosen = field === '' ? null : field;
    const width = Math.max(...preview.columns.map((column) => column.index)) + 1;
    const next = Array.from({ length: width }, (_, position): string | null => {
      const present = preview.columns.find((column) => column.index === position)?.field ?? null;
      if (position === index) return chosen;
      return present === chosen ? null : present;
    });
    onChange?.(next);
  };
  return (
    <div className={styles.scroller}>
      <table className={styles.table}>
        <caption className={styles.subtitle}>{texts.title}</caption>
        <thead>
          <tr>
            <th scope="col">{texts.column}</th>
            <th scope="col">{texts.field}</th>
            <th scope="col">{texts.samples}</th>
          </tr>
        </thead>
        <tbody>
          {preview.columns.map(({ index, header, field, samples }) => {
            const name = header.trim() === '' ? texts.noHeader(index + 1) : header;
            const label = options.find(({ value }) => value === (field ?? ''))?.label;
            return (
              <tr key={index}>
                <th scope="row">
                  <span className="k-mono">{name}</span>
                </th>
                <td>
                  {onChange === undefined ? (
                    label
                  ) : (
                    <NativeSelect
                      size="xs"
                      aria-label={texts.fieldOf(name)}
                      data={options}
                      value={field ?? ''}
                      disabled={isBusy}
                      onChange={(event) => choose(index, event.currentTarget.value)}
                    />
                  )}
                </td>
                <td className={styles.samples}>{samples.slice(0, 3).join(' · ')}</td>
              </tr>
            );
          })}
        </tbody>
      </table>
    </div>
  );
}
