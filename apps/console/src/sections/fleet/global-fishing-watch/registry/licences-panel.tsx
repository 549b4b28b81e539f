import { allows } from '@kianda/contract';
import {
  createLicence,
  deleteLicence,
  fleets,
  type Licence,
  licenceZones,
  listLicences,
  type SurveillanceArea,
  updateLicence,
} from '@kianda/contract/fleet/surveillance/registry.contract';
import { formatDate } from '@kianda/format';
import { Button, NativeSelect, TextInput } from '@mantine/core';
import { IconUpload } from '@tabler/icons-react';
import { lazy, Suspense, useState } from 'react';
import { useAccount } from '../../../../client/context.tsx';
import { useAction } from '../../../../client/use-action.ts';
import { useEndpoint } from '../../../../client/use-endpoint.ts';
import { useKept } from '../api/use-kept.ts';
import styles from '../page.module.css';
import { Pagination } from '../vessels/pagination.tsx';
import { Entries } from './entries.tsx';
import type { Field } from './entry-form.tsx';
import { areaChoices, fleetChoices, licenceOf, suspensionsText, type Written } from './fields.ts';
import { LicenceState, SuspensionList } from './licence-state.tsx';
import { importTexts, registryTexts as texts } from './texts.pt.ts';

const LicenceImport = lazy(() => import('./licence-import.tsx'));

const changed = [listLicences, licenceZones] as const;
const offline = { offline: 'fail' } as const;
const validities = ['all', 'true', 'false'] as const;

const fieldsOf = (areas: readonly SurveillanceArea[], rows: readonly Licence[]): readonly Field[] => [
  { name: 'number', label: texts.number, required: true },
  { name: 'vesselName', label: texts.vesselName, required: true },
  { name: 'mmsi', label: texts.mmsi, pattern: '\\d{9}' },
  { name: 'imo', label: texts.imo, pattern: '\\d{7}' },
  { name: 'callsign', label: texts.callsign },
  { name: 'registration', label: texts.registration },
  { name: 'flag', label: texts.flag, required: true, pattern: '[A-Za-z]{3}' },
  { name: 'holder', label: texts.holder },
  { name: 'gears', label: texts.gears, required: true },
  { name: 'fleet', label: texts.fleet, type: 'one', none: texts.noFleet, choices: fleetChoices },
  {
    name: 'areas',
    label: texts.areas,
    type: 'many',
    choices: areaChoices(
      areas,
      rows.flatMap(({ areaIds }) => areaIds ?? []),
    ),
  },
  { name: 'from', label: texts.from, type: 'date', required: true },
  { name: 'to', label: texts.to, type: 'date', required: true },
  { name: 'source', label: texts.source, required: true },
  { name: 'suspensions', label: texts.suspensions, type: 'suspensions' },
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
        fleet: licence.fleet ?? '',
        areas: (licence.areaIds ?? []).join(','),
        from: licence.validFrom,
        to: licence.validTo,
        source: licence.source,
        suspensions: suspensionsText(licence.suspensions),
      };

/** Fishing licences of the national registry: seen by all who watch, kept by whoever configures. */
export function LicencesPanel({ areas }: { readonly areas: readonly SurveillanceArea[] }) {
  const { role } = useAccount();
  const [search, setSearch] = useState('');
  const [validity, setValidity] = useState<(typeof validities)[number]>('all');
  const [page, setPage] = useState(1);
  const [size, setSize] = useState(25);
  const [isImporting, setImporting] = useState(false);
  const licences = useKept(
    useEndpoint(listLicences, {
      query: {
        page,
        pageSize: size,
        ...(search === '' ? {} : { search }),
        ...(validity === 'all' ? {} : { valid: validity }),
      },
    }),
  );
  const create = useAction(createLicence, changed);
  const update = useAction(updateLicence, changed);
  const remove = useAction(deleteLicence, changed);
  const rows = licences.sourced?.value.data ?? [];
  const total = licences.sourced?.value.total ?? 0;
  const isFiltered = search !== '' || validity !== 'all';
  const names = new Map(areas.map(({ id, name }) => [id, name]));
  return (
    <>
      <Entries
        title={texts.licences}
        description={texts.licencesText}
        source={licences}
        rowsOf={(value) => value.data}
        nameOf={({ number, vesselName }) => `${number} · ${vesselName}`}
        factsOf={(licence) => (
          <>
            <LicenceState licence={licence} />
            <span>{licence.flag}</span>
            <span>{licence.gears.join(', ')}</span>
            {licence.fleet === null ? null : <span>{fleets[licence.fleet]}</span>}
            <span>
              {licence.areaIds === null
                ? texts.wholeZee
                : licence.areaIds.map((id) => names.get(id) ?? texts.goneArea(id)).join(', ')}
            </span>
            <span>
              {formatDate(licence.validFrom)} – {formatDate(licence.validTo)}
            </span>
            <SuspensionList suspensions={licence.suspensions} />
            <span>{licence.source}</span>
          </>
        )}
        fields={fieldsOf(areas, rows)}
        writtenOf={writtenOf}
        acts={{
          create: (written) => create.run({ body: licenceOf(written) }, offline),
          update: (id, written) => update.run({ params: { id }, body: licenceOf(written) }, offline),
          remove: (id) => remove.run({ params: { id } }, offline),
        }}
        mayChange={allows(createLicence.access, role)}
        empty={
          isFiltered
            ? { title: texts.noLicencesFound, text: '' }
            : { title: texts.noLicences, text: texts.noLicencesText }
        }
        actions={
          <Button
            variant="default"
            size="xs"
            leftSection={<IconUpload size={15} aria-hidden="true" />}
            onClick={() => setImporting(true)}
          >
            {importTexts.open}
          </Button>
        }
        above={
          <div className={styles.filters}>
            <TextInput
              className={styles.grow ?? ''}
              type="search"
              label={texts.search}
              value={search}
              maxLength={120}
              onChange={({ currentTarget }) => {
                setSearch(currentTarget.value.trimStart());
                setPage(1);
              }}
            />
            <NativeSelect
              label={texts.validity}
              value={validity}
              data={validities.map((value) => ({ value, label: texts.validities[value] }))}
              onChange={({ currentTarget }) => {
                setValidity(validities.find((one) => one === currentTarget.value) ?? 'all');
                setPage(1);
              }}
            />
          </div>
        }
        below={
          total <= 10 ? null : (
            <Pagination
              page={page}
              size={size}
              total={total}
              onPage={setPage}
              onSize={(next) => {
                setSize(next);
                setPage(1);
              }}
            />
          )
        }
      />
      {isImporting ? (
        <Suspense fallback={null}>
          <LicenceImport onClose={() => setImporting(false)} />
        </Suspense>
      ) : null}
    </>
  );
}
