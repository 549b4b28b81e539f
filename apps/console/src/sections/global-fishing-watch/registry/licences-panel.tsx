import { allows } from '@kianda/contract';
import {
  createLicence,
  deleteLicence,
  type Licence,
  listLicences,
  updateLicence,
} from '@kianda/contract/surveillance/registry.contract';
import { EmptyState, formatDate, Panel, SkeletonLines, StatusPill } from '@kianda/ui';
import { Button, Group, TextInput } from '@mantine/core';
import { useState } from 'react';
import { useAccount } from '../../../client/context.tsx';
import { useAction } from '../../../client/use-action.ts';
import { useEndpoint } from '../../../client/use-endpoint.ts';
import { notify } from '../../../platform/notices.ts';
import { ConfirmDialog } from '../../data-connectors/components/confirm-dialog.tsx';
import { useKept } from '../api/use-kept.ts';
import { registryTexts as texts } from '../areas/texts.pt.ts';
import styles from '../page.module.css';
import { vesselDialogTexts } from '../vessels/texts.pt.ts';
import { EntryForm, type Field } from './entry-form.tsx';
import { licenceOf, type Written } from './fields.ts';

const changed = [listLicences] as const;
const fields: readonly Field[] = [
  { name: 'number', label: texts.number, required: true },
  { name: 'vesselName', label: texts.vesselName, required: true },
  { name: 'mmsi', label: texts.mmsi, pattern: '\\d{9}' },
  { name: 'imo', label: texts.imo, pattern: '\\d{7}' },
  { name: 'callsign', label: texts.callsign },
  { name: 'registration', label: texts.registration },
  { name: 'flag', label: texts.flag, required: true, pattern: '[A-Za-z]{3}' },
  { name: 'holder', label: texts.holder },
  { name: 'gears', label: texts.gears, required: true },
  { name: 'from', label: texts.from, type: 'date', required: true },
  { name: 'to', label: texts.to, type: 'date', required: true },
  { name: 'source', label: texts.source, required: true },
];

const writtenOf = (licence: Licence | null): Written =>
  licence === null
    ? { flag: 'AGO' }
    : {
        number: licence.number,
        vesselName: licence.vesselName,
        mmsi: licence.mmsi ?? '',
        imo: licence.imo ?? '',
        callsign: licence.callsign ?? '',
        registration: licence.registration ?? '',
        flag: licence.flag,
        holder: licence.holder ?? '',
        gears: licence.gears.join(', '),
        from: licence.validFrom,
        to: licence.validTo,
        source: licence.source,
      };

/** Fishing licences of the national registry: seen by all who watch, kept by whoever configures. */
export function LicencesPanel() {
  const { role } = useAccount();
  const mayChange = allows(createLicence.access, role);
  const [search, setSearch] = useState('');
  const [edited, setEdited] = useState<Licence | 'new' | null>(null);
  const [removed, setRemoved] = useState<Licence | null>(null);
  const licences = useKept(
    useEndpoint(listLicences, { query: { pageSize: 50, ...(search === '' ? {} : { search }) } }),
  );
  const create = useAction(createLicence, changed);
  const update = useAction(updateLicence, changed);
  const remove = useAction(deleteLicence, changed);
  const save = async (written: Written) => {
    const outcome =
      edited === 'new' || edited === null
        ? await create.run({ body: licenceOf(written, null) }, { offline: 'fail' })
        : await update.run(
            { params: { id: edited.id }, body: licenceOf(written, edited.areaIds) },
            { offline: 'fail' },
          );
    if (outcome.state !== 'done') return;
    notify({ tone: 'success', message: texts.saved });
    setEdited(null);
  };
  const rows = licences.sourced?.value.data ?? [];
  return (
    <>
      <Panel
        title={texts.licences}
        description={texts.licencesText}
        source={licences}
        skeleton={<SkeletonLines lines={4} />}
        actions={
          mayChange ? (
            <Button variant="default" size="xs" onClick={() => setEdited('new')}>
              {texts.add}
              <span className="k-visually-hidden">: {texts.licences}</span>
            </Button>
          ) : undefined
        }
      >
        {() => (
          <div className={styles.stack}>
            <TextInput
              type="search"
              aria-label={texts.search}
              placeholder={texts.search}
              value={search}
              maxLength={120}
              onChange={({ currentTarget }) => setSearch(currentTarget.value.trimStart())}
            />
            {rows.length === 0 ? (
              <EmptyState title={texts.noLicences}>{texts.noLicencesText}</EmptyState>
            ) : (
              <ul className={styles.list}>
                {rows.map((licence) => (
                  <li key={licence.id} className={styles.item}>
                    <div className={styles.main}>
                      <span className={styles.name}>
                        {licence.number} · {licence.vesselName}
                      </span>
                      <span className={styles.facts}>
                        <StatusPill tone={licence.isValid ? 'good' : 'unknown'}>
                          {licence.isValid ? vesselDialogTexts.valid : vesselDialogTexts.invalid}
                        </StatusPill>
                        <span>{licence.flag}</span>
                        <span>{licence.gears.join(', ')}</span>
                        <span>
                          {formatDate(licence.validFrom)} – {formatDate(licence.validTo)}
                        </span>
                        <span>{licence.source}</span>
                      </span>
                    </div>
                    {mayChange ? (
                      <Group gap="xs">
                        <Button
                          variant="default"
                          size="xs"
                          aria-label={`${texts.edit} ${licence.number}`}
                          onClick={() => setEdited(licence)}
                        >
                          {texts.edit}
                        </Button>
                        <Button
                          variant="default"
                          size="xs"
                          aria-label={`${texts.remove} ${licence.number}`}
                          onClick={() => setRemoved(licence)}
                        >
                          {texts.remove}
                        </Button>
                      </Group>
                    ) : null}
                  </li>
                ))}
              </ul>
            )}
          </div>
        )}
      </Panel>
      {edited === null ? null : (
        <EntryForm
          title={texts.licences}
          fields={fields}
          initial={writtenOf(edited === 'new' ? null : edited)}
          isRunning={create.isRunning || update.isRunning}
          failure={(edited === 'new' ? create.failure : update.failure)?.message ?? null}
          onSave={(written) => void save(written)}
          onClose={() => setEdited(null)}
        />
      )}
      {removed === null ? null : (
        <ConfirmDialog
          title={texts.remove}
          body={texts.removeBody(removed.number)}
          confirm={texts.remove}
          isDangerous
          onClose={() => setRemoved(null)}
          onConfirm={async () => {
            const outcome = await remove.run({ params: { id: removed.id } }, { offline: 'fail' });
            if (outcome.state === 'failed') return outcome.failure.message;
            notify({ tone: 'success', message: texts.deleted });
            return null;
          }}
        />
      )}
    </>
  );
}
