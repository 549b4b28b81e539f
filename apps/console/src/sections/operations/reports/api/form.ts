import {
  type ReportFormat,
  type ReportPeriod,
  type ReportRegion,
  type ReportTemplateId,
  reportTemplates,
} from '@kianda/contract/operations/reports/report-types';
import type { ReportConfig, ReportSchedule } from '@kianda/contract/operations/reports/reports.contract';

/** Fields as they are filled in, before they become the server's body. */
export type ReportForm = {
  readonly template: ReportTemplateId;
  readonly format: ReportFormat;
  /** Empty: the template's own. */
  readonly period: ReportPeriod | '';
  readonly from: string;
  readonly to: string;
  readonly region: ReportRegion;
  readonly sections: readonly string[];
  readonly title: string;
  readonly recipients: string;
  readonly delivery: 'auto' | 'link';
};

const sectionsOf = (template: ReportTemplateId): string[] => Object.keys(reportTemplates[template].sections);

/** A form for a template, with all its parts. */
export const newForm = (template: ReportTemplateId): ReportForm => ({
  template,
  format: 'pdf',
  period: '',
  from: '',
  to: '',
  region: 'zee',
  sections: sectionsOf(template),
  title: '',
  recipients: '',
  delivery: 'auto',
});

export const formOf = ({ template, config, recipients, delivery }: ReportSchedule): ReportForm => ({
  template,
  format: config.format,
  period: config.period ?? '',
  from: config.from ?? '',
  to: config.to ?? '',
  region: config.region,
  sections: config.sections ?? sectionsOf(template),
  title: config.title ?? '',
  recipients: recipients.join('\n'),
  delivery,
});

/** Another template keeps the rest of the form; its parts are others. */
export const withTemplate = (form: ReportForm, template: ReportTemplateId): ReportForm => ({
  ...form,
  template,
  sections: sectionsOf(template),
  region: reportTemplates[template].regional ? form.region : 'zee',
});

export function configOf(form: ReportForm): ReportConfig {
  const all = sectionsOf(form.template);
  const title = form.title.trim();
  return {
    region: form.region,
    format: form.format,
    ...(form.period === '' ? {} : { period: form.period }),
    ...(form.period === 'custom' ? { from: form.from, to: form.to } : {}),
    ...(form.sections.length === all.length ? {} : { sections: all.filter((id) => form.sections.includes(id)) }),
    ...(title === '' ? {} : { title }),
  };
}

export const recipientsOf = ({ recipients }: ReportForm): string[] =>
  recipients.split(/[\s,;]+/).filter((one) => one !== '');

/** Whether there is anything to write. */
export const isFit = (form: ReportForm): boolean =>
  form.sections.length > 0 &&
  (form.period !== 'custom' || (form.from !== '' && form.to !== '' && form.from <= form.to));
