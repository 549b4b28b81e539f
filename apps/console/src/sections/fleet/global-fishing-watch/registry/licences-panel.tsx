import { allows } from '@kianda/contract';
import { licenceResource } from '@kianda/contract/fleet/surveillance/licences.resource';
import {
  createLicence,
  deleteLicence,
  exportLicences,
  fleets,
  type Licence,
  licenceZones,
  listLicences,
  type SurveillanceArea,
  updateLicence,
} from '@kianda/contract/fleet/surveillance/registry.contract';
import { formatDate } from '@kianda/format';
import { EmptyState } from '@kianda/ui';
import { Button } from '@mantine/core';
import { IconUpload } from '@tabler/icons-react';
import { lazy, Suspense, useState } from 'react';
import { useAccount } from '../../../../client/context.tsx';
import { useAction } from '../../../../client/use-action.ts';
import { useListState } from '../../../shared/resource/list-state.ts';
import { ResourceList } from '../../../shared/resource/resource-list.tsx';
import { FlagName } from '../coded-name.tsx';
import { useEntries } from './entries.tsx';
import type { Field } from './entry-form.tsx';
import { areaChoices, fleetChoices, licenceOf, suspensionsText, type Written } from './fields.ts';
import { LicenceState, SuspensionList } from './licence-state.tsx';
import { importTexts, registryTexts as texts } from './texts.pt.ts';

const LicenceImport = lazy(() => import('./licence-import.tsx'));

const changed = [listLicences, licenceZones] as const;
const offline = { offline: 'fail' } as const;

const fieldsOf = (areas: readonly SurveillanceArea[], licence: Licence | null): readonly Field[] => [
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
    choices: areaChoices(areas, licence?.areaIds ?? []),
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

/** Fishing licences of the national registry: shown to all who watch, changed by those who configure. */
export function LicencesPanel({ areas }: { readonly areas: readonly SurveillanceArea[] }) {
  const { role } = useAccount();
  const list = useListState();
  const [isImporting, setImporting] = useState(false);
  const create = useAction(createLicence, changed);
  const update = useAction(updateLicence, changed);
  const remove = useAction(deleteLicence, changed);
  const names = new Map(areas.map(({ id, name }) => [id, name]));
  const { actions, draw, dialogs } = useEntries<Licence>({
    title: texts.licences,
    nameOf: ({ number, vesselName }) => `${number} · ${vesselName}`,
    factsOf: (licence) => <LicenceFacts licence={licence} areaNames={names} />,
    fieldsOf: (licence) => fieldsOf(areas, licence),
    writtenOf,
    acts: {
      create: (written) => create.run({ body: licenceOf(written) }, offline),
      update: (id, written) => update.run({ params: { id }, body: licenceOf(written) }, offline),
      remove: (id) => remove.run({ params: { id } }, offline),
    },
    mayChange: allows(createLicence.access, role),
    actions: (
      <Button
        variant="default"
        size="xs"
        leftSection={<IconUpload size={15} aria-hidden="true" />}
        onClick={() => setImporting(true)}
      >
        {importTexts.open}
      </Button>
    ),
  });
  return (
    <>
      <ResourceList
        list={licenceResource}
        endpoint={listLicences}
        file={exportLicences}
        state={list}
        refetchSeconds={0}
        title={texts.licences}
        description={() => texts.licencesText}
        actions={() => actions}
        rowId={({ id }) => id}
        draw={draw}
        empty={<EmptyState title={texts.noLicences}>{texts.noLicencesText}</EmptyState>}
      />
      {dialogs}
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
      <FlagName code={licence.flag} />
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
