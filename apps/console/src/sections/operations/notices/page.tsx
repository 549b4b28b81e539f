import { formatNumber } from '@kianda/format';
import { type Column, DataTable, PageHeader, PageStack, PanelFrame } from '@kianda/ui';
import { Button } from '@mantine/core';
import touch from '../../shared/touch.module.css';
import { useSectionLink } from '../../shared/use-section-link.ts';
import { countsByLicence, isReciprocal, type Part, thirdParties } from './terms.ts';
import { noticesTexts as texts } from './texts.pt.ts';

type Work = (typeof texts.works.list)[number];

const workColumns: readonly Column<Work>[] = [
  { id: 'work', label: texts.works.work, value: ({ work }) => work },
  { id: 'terms', label: texts.works.terms, value: ({ terms }) => terms },
  { id: 'within', label: texts.works.within, value: ({ within }) => within },
  { id: 'use', label: texts.works.use, value: ({ use }) => use },
];

const partColumns: readonly Column<Part>[] = [
  { id: 'name', label: texts.parts.name, value: ({ name }) => name },
  { id: 'version', label: texts.parts.version, value: ({ version }) => version },
  { id: 'licence', label: texts.parts.licence, value: ({ licence }) => licence ?? texts.parts.unstated },
  {
    id: 'obligation',
    label: texts.parts.obligation,
    value: ({ licence }) => (isReciprocal(licence) ? texts.parts.reciprocal : texts.parts.notice),
  },
  {
    id: 'usedBy',
    label: texts.parts.usedBy,
    value: ({ usedBy }) => (usedBy.length === 0 ? texts.parts.transitive : usedBy.join(', ')),
  },
];

/** Section `notices`: the licence of Kianda, and every part of other authors with its terms. */
export default function NoticesPage() {
  const openConnectors = useSectionLink('data-connectors');
  return (
    <div className={touch.touch}>
      <PageStack>
        <PageHeader description={texts.description} />
        <PanelFrame title={texts.own.title}>
          <p>{texts.own.text}</p>
          <p>{texts.own.data}</p>
          {openConnectors === undefined ? null : (
            <Button size="xs" variant="default" onClick={openConnectors}>
              {texts.own.connectors}
            </Button>
          )}
        </PanelFrame>
        <PanelFrame title={texts.works.title} description={texts.works.description}>
          <DataTable
            id="obras-incluidas"
            label={texts.works.table}
            columns={workColumns}
            rows={texts.works.list}
            rowId={({ work }) => work}
          />
        </PanelFrame>
        <PanelFrame
          title={texts.parts.title}
          description={texts.parts.description(
            formatNumber(thirdParties.length, { maxDecimals: 0 }),
            formatNumber(countsByLicence(thirdParties).length, { maxDecimals: 0 }),
          )}
        >
          <DataTable
            id="partes-de-outros-autores"
            label={texts.parts.table}
            columns={partColumns}
            rows={thirdParties}
            rowId={({ name, version }) => `${name}@${version}`}
            height="560px"
          />
        </PanelFrame>
      </PageStack>
    </div>
  );
}
