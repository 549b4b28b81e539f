import { allows } from '@kianda/contract';
import {
  listThresholds,
  type ThresholdRuleView,
  type ThresholdValueName,
  thresholdRuleNames,
  thresholdValues,
  updateThresholds,
} from '@kianda/contract/fleet/surveillance/thresholds.contract';
import { formatQuantity } from '@kianda/format';
import { DialogForm, Panel, SkeletonLines, StatusPill, useDraft } from '@kianda/ui';
import { Button, NativeSelect, TextInput } from '@mantine/core';
import { useState } from 'react';
import { useAccount } from '../../../../client/context.tsx';
import { useAction } from '../../../../client/use-action.ts';
import { useEndpoint } from '../../../../client/use-endpoint.ts';
import { notify } from '../../../../platform/notices.ts';
import styles from '../page.module.css';
import { settingsTexts as texts } from './texts.pt.ts';

const changed = [listThresholds] as const;

/** Thresholds of the detectors: each rule's preset with its source, and whether a person altered it. */
export default function ThresholdsPanel() {
  const { role } = useAccount();
  const mayRead = allows(listThresholds.access, role);
  const source = useEndpoint(listThresholds, {}, { refetchSeconds: 0, enabled: mayRead });
  const [edited, setEdited] = useState<ThresholdRuleView | null>(null);
  if (!mayRead) return null;
  return (
    <>
      <Panel
        title={texts.thresholds}
        description={texts.thresholdsText}
        source={source}
        skeleton={<SkeletonLines lines={4} />}
      >
        {({ rules }) => (
          <ul className={styles.list} aria-label={texts.thresholds}>
            {rules.map((rule) => (
              <RuleItem
                key={rule.rule}
                rule={rule}
                onEdit={allows(updateThresholds.access, role) ? () => setEdited(rule) : null}
              />
            ))}
          </ul>
        )}
      </Panel>
      {edited === null ? null : <RuleForm rule={edited} onClose={() => setEdited(null)} />}
    </>
  );
}

const namesOf = (rule: ThresholdRuleView): readonly ThresholdValueName[] =>
  Object.keys(rule.presets[0]?.values ?? {}) as ThresholdValueName[];

type ItemProps = { readonly rule: ThresholdRuleView; readonly onEdit: (() => void) | null };

function RuleItem({ rule, onEdit }: ItemProps) {
  const name = thresholdRuleNames[rule.rule];
  const preset = rule.presets.find(({ id }) => id === rule.preset);
  return (
    <li className={styles.item}>
      <div className={styles.main}>
        <span className={styles.name}>{name}</span>
        <span className={styles.marks}>
          <span>{preset?.name ?? rule.preset}</span>
          {rule.isAltered ? <StatusPill tone="caution">{texts.altered}</StatusPill> : null}
        </span>
        <span className={styles.facts}>
          {namesOf(rule).map((one) => (
            <span key={one}>
              {thresholdValues[one].label}: {formatQuantity(rule.values[one] ?? null, thresholdValues[one].unit)}
            </span>
          ))}
          <span>{preset === undefined ? null : texts.sourceOf(preset.source)}</span>
        </span>
      </div>
      {onEdit === null ? null : (
        <Button variant="default" size="xs" aria-label={texts.chooseOf(name)} onClick={onEdit}>
          {texts.choose}
        </Button>
      )}
    </li>
  );
}

const written = (value: number | undefined): string => (value === undefined ? '' : String(value).replace('.', ','));
const read = (text: string): number => Number(text.trim().replace(',', '.'));

/** The form of a rule: a published preset fills the fields; what is changed in them is told as altered. */
function RuleForm({ rule, onClose }: { readonly rule: ThresholdRuleView; readonly onClose: () => void }) {
  const names = namesOf(rule);
  const textsOf = (values: ThresholdRuleView['values']) =>
    Object.fromEntries(names.map((name) => [name, written(values[name])]));
  const action = useAction(updateThresholds, changed);
  const draft = useDraft<Record<string, string>>(
    { preset: rule.preset, ...textsOf(rule.values) },
    action.failure ?? null,
  );
  const preset = rule.presets.find(({ id }) => id === draft.values.preset);
  const isAltered =
    preset !== undefined && names.some((name) => read(draft.values[name] ?? '') !== preset.values[name]);
  const submit = async () => {
    const values = Object.fromEntries(names.map((name) => [name, read(draft.values[name] ?? '')]));
    const outcome = await action.run(
      { params: { rule: rule.rule }, body: { preset: draft.values.preset ?? rule.preset, values } },
      { offline: 'fail' },
    );
    if (outcome.state !== 'done') return;
    notify({ tone: 'success', message: texts.thresholdsSaved });
    onClose();
  };
  return (
    <DialogForm
      title={thresholdRuleNames[rule.rule]}
      onClose={onClose}
      onSubmit={submit}
      action={{ isRunning: action.isRunning, failure: action.failure ?? null }}
      draft={draft}
    >
      <NativeSelect
        label={texts.preset}
        description={preset === undefined ? undefined : texts.sourceOf(preset.source)}
        value={draft.values.preset ?? ''}
        onChange={({ currentTarget: { value } }) => {
          const chosen = rule.presets.find(({ id }) => id === value);
          if (chosen !== undefined) draft.set({ preset: value, ...textsOf(chosen.values) });
        }}
        data={rule.presets.map(({ id, name }) => ({ value: id, label: name }))}
      />
      <div className={styles.columns}>
        {names.map((name) => (
          <TextInput
            key={name}
            label={texts.withUnit(thresholdValues[name].label, thresholdValues[name].unit)}
            required
            inputMode="decimal"
            pattern="\d{1,5}([.,]\d{1,2})?"
            value={draft.values[name] ?? ''}
            error={draft.errorOf(`values.${name}`)}
            onChange={({ currentTarget }) => draft.set({ [name]: currentTarget.value })}
          />
        ))}
      </div>
      <p role="status" className={styles.note}>
        {isAltered ? texts.willBeAltered : texts.asPublished}
      </p>
    </DialogForm>
  );
}
