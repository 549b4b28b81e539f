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
import { Pagination } from '@kianda/ui';
import { Button, NativeSelect, TextInput } from '@mantine/core';
import { IconUpload } from '@tabler/icons-react';
import { lazy, Suspense, useState } from 'react';
import { useAccount } from '../../../../client/context.tsx';
import { useAction } from '../../../../client/use-action.ts';
import { useEndpoint } from '../../../../client/use-endpoint.ts';
import { usePreviousWhileLoading } from '../../../shared/resource/use-previous-while-loading.ts';
import styles from '../page.module.css';
import { Entries } from './entries.tsx';
import type { Field } from './entry-form.tsx';
import { areaChoices, fleetChoices, licenceOf, suspensionsText, type Written } from './fields.ts';
import { LicenceState, SuspensionList } from './licence-state.tsx';
import { importTexts, registryTexts as texts } from './texts.pt.ts';

const LicenceImport = lazy(() => import('./licence-import.tsx'));

const changed = [listLicences, licenceZones] as const;
const offline = { offline: 'fail' } as const;
const pageSizes = [10, 25, 50, 100] as const;
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

type Validity = (typeof validities)[number];

/** A page of licences that the search and the validity choose. */
function useLicenceList() {
  const [search, setSearch] = useState('');
  const [validity, setValidity] = useState<Validity>('all');
  const [page, setPage] = useState(1);
  const [size, setSize] = useState(25);
  const licences = usePreviousWhileLoading(
    useEndpoint(listLicences, {
      query: {
        page,
        pageSize: size,
        ...(search === '' ? {} : { search }),
        ...(validity === 'all' ? {} : { valid: validity }),
      },
    }),
  );
  return {
    licences,
    rows: licences.sourced?.value.data ?? [],
    total: licences.sourced?.value.total ?? 0,
    isFiltered: search !== '' || validity !== 'all',
    search,
    validity,
    page,
    size,
    setPage,
    // Another search, validity or size is another list: it begins at its first page.
    setSearch: (next: string) => {
      setSearch(next);
      setPage(1);
    },
    setValidity: (next: Validity) => {
      setValidity(next);
      setPage(1);
    },
    setSize: (next: number) => {
      setSize(next);
      setPage(1);
    },
  };
}
type LicenceList = ReturnType<typeof useLicenceList>;

/** Fishing licences of the national registry: shown to all who watch, changed by those who configure. */
export function LicencesPanel({ areas }: { readonly areas: readonly SurveillanceArea[] }) {
  const { role } = useAccount();
  const list = useLicenceList();
  const [isImporting, setImporting] = useState(false);
  const create = useAction(createLicence, changed);
  const update = useAction(updateLicence, changed);
  const remove = useAction(deleteLicence, changed);
  const names = new Map(areas.map(({ id, name }) => [id, name]));
  return (
    <>
      <Entries
        title={texts.licences}
        description={texts.licencesText}
        source={list.licences}
        rowsOf={(value) => value.data}
        nameOf={({ number, vesselName }) => `${number} · ${vesselName}`}
        factsOf={(licence) => <LicenceFacts licence={licence} areaNames={names} />}
        fields={fieldsOf(areas, list.rows)}
        writtenOf={writtenOf}
        acts={{
          create: (written) => create.run({ body: licenceOf(written) }, offline),
          update: (id, written) => update.run({ params: { id }, body: licenceOf(written) }, offline),
          remove: (id) => remove.run({ params: { id } }, offline),
        }}
        mayChange={allows(createLicence.access, role)}
        empty={
          list.isFiltered
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
        above={<LicenceFilters list={list} />}
        below={<LicencePages list={list} />}
      />
      {isImporting ? (
        <Suspense fallback={null}>
          <LicenceImport onClose={() => setImporting(false)} />
        </Suspense>
      ) : null}
    </>
  );
}

type FactsProps = { readonly licence: Licence; readonly areaNames: ReadonlyMap<string, string> };

function LicenceFacts({ licence, areaNames }: FactsProps) {
  return (
    <>
      <LicenceState licence={licence} />
      <span>{licence.flag}</span>
      <span>{licence.gears.join(', ')}</span>
      {licence.fleet === null ? null : <span>{fleets[licence.fleet]}</span>}
      <span>
        {licence.areaIds === null
          ? texts.wholeZee
          : licence.areaIds.map((id) => areaNames.get(id) ?? texts.goneArea(id)).join(', ')}
      </span>
      <span>
        {formatDate(licence.validFrom)} – {formatDate(licence.validTo)}
      </span>
      <SuspensionList suspensions={licence.suspensions} />
      <span>{licence.source}</span>
    </>
  );
}

function LicenceFilters({ list }: { readonly list: LicenceList }) {
  return (
    <div className={styles.filters}>
      <TextInput
        className={styles.grow ?? ''}
        type="search"
        label={texts.search}
        value={list.search}
        maxLength={120}
        onChange={({ currentTarget }) => list.setSearch(currentTarget.value.trimStart())}
      />
      <NativeSelect
        label={texts.validity}
        value={list.validity}
        data={validities.map((value) => ({ value, label: texts.validities[value] }))}
        onChange={({ currentTarget }) =>
          list.setValidity(validities.find((validity) => validity === currentTarget.value) ?? 'all')
        }
      />
    </div>
  );
}

function LicencePages({ list }: { readonly list: LicenceList }) {
  if (list.total <= 10) return null;
  return (
    <Pagination
      page={list.page}
      size={list.size}
      total={list.total}
      sizes={pageSizes}
      onPage={list.setPage}
      onSize={list.setSize}
    />
  );
}
