import { allows } from '@kianda/contract';
import { generateSite, publishReport, siteState } from '@kianda/contract/open/interfaces/ministry-site.contract';
import { reportsPage } from '@kianda/contract/operations/reports/reports.contract';
import { formatBytes, formatNumber } from '@kianda/format';
import { DialogForm, FactList, Panel, RelativeTime } from '@kianda/ui';
import { Button, Checkbox } from '@mantine/core';
import { useState } from 'react';
import { useAccount } from '../../../client/context.tsx';
import { rewriteUrl } from '../../../client/links.ts';
import { useAction } from '../../../client/use-action.ts';
import { useEndpoint } from '../../../client/use-endpoint.ts';
import { useLinkTargets } from '../../../client/use-link-targets.ts';
import styles from './scientific-interfaces.module.css';
import { catalogueTexts } from './texts.pt.ts';

const texts = catalogueTexts.site;
const changed = [siteState];

/** The ministry's portal: when it was written, its folder as a file, and the reports that are published in it. */
export function SitePanel() {
  const { role } = useAccount();
  const targets = useLinkTargets();
  const state = useEndpoint(siteState, {}, { refetchSeconds: 30 });
  const generate = useAction(generateSite, changed);
  const mayWrite = allows(generateSite.access, role);
  return (
    <Panel title={texts.title} description={texts.description} source={state}>
      {({ generatedAt, files, bytes, archiveUrl, published }) => (
        <div className={styles.site}>
          <FactList
            items={[
              [texts.generatedAt, generatedAt === null ? texts.never : <RelativeTime key="at" at={generatedAt} />],
              [texts.size, texts.files(formatNumber(files), formatBytes(bytes))],
            ]}
          />
          <div className={styles.siteActions}>
            {targets === undefined || files === 0 ? null : (
              <Button variant="default" component="a" href={rewriteUrl(archiveUrl, targets) ?? archiveUrl} download>
                {texts.archive}
              </Button>
            )}
            {mayWrite ? (
              <Button variant="default" onClick={() => void generate.run({})} loading={generate.isRunning}>
                {texts.generate}
              </Button>
            ) : null}
          </div>
          {mayWrite ? <Reports published={new Set(published.map(({ reportId }) => reportId))} /> : null}
        </div>
      )}
    </Panel>
  );
}

function Reports({ published }: { readonly published: ReadonlySet<string> }) {
  const reports = useEndpoint(reportsPage, { query: { pageSize: 50 } });
  const publish = useAction(publishReport, changed);
  const [asked, setAsked] = useState<{ readonly id: string; readonly name: string } | null>(null);
  const done = (reports.sourced?.value.data ?? []).filter(({ status }) => status === 'completed');
  const set = (id: string, isPublished: boolean) => publish.run({ params: { id }, body: { isPublished } });
  return (
    <section aria-label={texts.reports} className={styles.row}>
      <h3 className={styles.rowTitle}>{texts.reports}</h3>
      <p>{texts.reportsNote}</p>
      {done.length === 0 ? <p>{texts.noReports}</p> : null}
      <ul className={styles.siteReports}>
        {done.map(({ id, name }) => (
          <li key={id}>
            <Checkbox
              label={name}
              checked={published.has(id)}
              onChange={({ currentTarget }) => {
                if (currentTarget.checked) setAsked({ id, name });
                else void set(id, false);
              }}
            />
          </li>
        ))}
      </ul>
      {asked === null ? null : (
        <DialogForm
          title={texts.confirm}
          confirm={texts.publish}
          action={publish}
          onClose={() => setAsked(null)}
          onSubmit={() =>
            set(asked.id, true).then(({ state }) => {
              if (state === 'done') setAsked(null);
            })
          }
        >
          <p>{asked.name}</p>
        </DialogForm>
      )}
    </section>
  );
}
