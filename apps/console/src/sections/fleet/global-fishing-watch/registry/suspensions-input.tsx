import { mostSuspensions, type Suspension } from '@kianda/contract/fleet/surveillance/registry.contract';
import { DayInput } from '@kianda/ui';
import { Button, Fieldset, TextInput } from '@mantine/core';
import styles from '../page.module.css';
import { suspensionsOf, suspensionsText } from './fields.ts';
import { registryTexts as texts } from './texts.pt.ts';

type Props = {
  readonly label: string;
  readonly value: string;
  readonly onChange: (value: string) => void;
};

/** Suspensions of a licence, one below the other. */
export function SuspensionsInput({ label, value, onChange }: Props) {
  const rows = suspensionsOf(value);
  const write = (next: readonly Suspension[]) => onChange(suspensionsText(next));
  const change = (index: number, part: Partial<Suspension>) =>
    write(rows.map((row, at) => (at === index ? { ...row, ...part } : row)));
  return (
    <Fieldset legend={label}>
      <div className={styles.stack}>
        {[...rows.entries()].map(([index, row]) => (
          <div key={index} className={styles.columns}>
            <DayInput
              label={texts.suspensionFrom}
              required
              value={row.from}
              onChange={(value) => change(index, { from: value })}
            />
            <DayInput
              label={texts.suspensionTo}
              value={row.to ?? ''}
              min={row.from}
              onChange={(value) => change(index, { to: value || null })}
            />
            <TextInput
              label={texts.suspensionReason}
              maxLength={300}
              value={row.reason}
              onChange={({ currentTarget }) => change(index, { reason: currentTarget.value })}
            />
            <div>
              <Button
                variant="default"
                size="xs"
                aria-label={texts.removeSuspension(index + 1)}
                onClick={() => write(rows.filter((_, at) => at !== index))}
              >
                {texts.takeSuspension}
              </Button>
            </div>
          </div>
        ))}
        {rows.length >= mostSuspensions ? null : (
          <div>
            <Button variant="default" size="xs" onClick={() => write([...rows, { from: '', to: null, reason: '' }])}>
              {texts.addSuspension}
            </Button>
          </div>
        )}
      </div>
    </Fieldset>
  );
}
