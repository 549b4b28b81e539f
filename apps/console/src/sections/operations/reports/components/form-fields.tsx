import type { DataOf } from '@kianda/contract';
import {
  type ReportFormat,
  type ReportPeriod,
  type ReportRegion,
  reportFormats,
  reportPeriods,
  reportRegions,
} from '@kianda/contract/operations/reports/report-types';
import type { reportTemplatesList } from '@kianda/contract/operations/reports/reports.contract';
import { DayInput } from '@kianda/ui';
import { Checkbox, Group, NativeSelect, Stack, Textarea, TextInput } from '@mantine/core';
import { type ReportForm, withTemplate } from '../api/form.ts';
import { reportTexts as texts } from '../texts.pt.ts';

export type Offer = DataOf<typeof reportTemplatesList>;

type Props = {
  readonly offer: Offer;
  readonly form: ReportForm;
  readonly onChange: (form: ReportForm) => void;
};

const optionsOf = <T extends string>(table: Readonly<Record<T, string>>) =>
  Object.entries<string>(table).map(([value, label]) => ({ value, label }));

/** Template, period, file format and recipients of a report. */
export function FormFields({ offer, form, onChange }: Props) {
  const template = offer.templates.find(({ id }) => id === form.template);
  if (template === undefined) return null;
  const set = (change: Partial<ReportForm>) => onChange({ ...form, ...change });
  return (
    <Stack gap="sm">
      <NativeSelect
        label={texts.template}
        description={template.description}
        data={offer.templates.map(({ id, label }) => ({ value: id, label }))}
        value={form.template}
        onChange={({ currentTarget }) => {
          const next = offer.templates.find(({ id }) => id === currentTarget.value);
          if (next !== undefined) onChange(withTemplate(form, next.id));
        }}
      />
      <Group grow align="start">
        <NativeSelect
          label={texts.format}
          data={Object.entries(reportFormats).map(([value, { label }]) => ({ value, label }))}
          value={form.format}
          onChange={({ currentTarget }) => set({ format: currentTarget.value as ReportFormat })}
        />
        <NativeSelect
          label={texts.period}
          data={[{ value: '', label: texts.proposed(reportPeriods[template.period]) }, ...optionsOf(reportPeriods)]}
          value={form.period}
          onChange={({ currentTarget }) => set({ period: currentTarget.value as ReportPeriod | '' })}
        />
      </Group>
      {form.period === 'custom' ? (
        <Group grow>
          <DayInput label={texts.from} value={form.from} onChange={(value) => set({ from: value })} />
          <DayInput label={texts.to} value={form.to} onChange={(value) => set({ to: value })} />
        </Group>
      ) : null}
      {template.regional ? (
        <NativeSelect
          label={texts.region}
          data={optionsOf(reportRegions)}
          value={form.region}
          onChange={({ currentTarget }) => set({ region: currentTarget.value as ReportRegion })}
        />
      ) : null}
      <Checkbox.Group label={texts.sections} value={[...form.sections]} onChange={(sections) => set({ sections })}>
        <Stack gap={6} mt={6}>
          {template.sections.map(({ id, label }) => (
            <Checkbox key={id} value={id} label={label} />
          ))}
        </Stack>
      </Checkbox.Group>
      <TextInput
        label={texts.title}
        value={form.title}
        maxLength={120}
        onChange={({ currentTarget }) => set({ title: currentTarget.value })}
      />
      <MailFields offer={offer} form={form} onChange={onChange} />
    </Stack>
  );
}

function MailFields({ offer: { mail }, form, onChange }: Props) {
  if (!mail.configured) return <p>{texts.noMail}</p>;
  return (
    <>
      <Textarea
        label={texts.recipients}
        description={texts.recipientsHelp(mail.from ?? '—')}
        rows={2}
        value={form.recipients}
        onChange={({ currentTarget }) => onChange({ ...form, recipients: currentTarget.value })}
      />
      <NativeSelect
        label={texts.delivery}
        data={optionsOf(texts.deliveryWays)}
        value={form.delivery}
        onChange={({ currentTarget }) =>
          onChange({ ...form, delivery: currentTarget.value === 'link' ? 'link' : 'auto' })
        }
      />
    </>
  );
}
