import { choiceFilter, searchFilter } from '../../core/filters.ts';
import { resource } from '../../core/resource.ts';
import { fleets, type Licence } from './licences.schemas.ts';

const validities = { true: 'Válidas hoje', false: 'Fora do período ou suspensas' } as const;
const states = { valid: 'Válida', suspended: 'Suspensa', lapsed: 'Fora do período' } as const;
const stateOf = ({ isValid, isSuspended }: Licence): keyof typeof states =>
  isSuspended ? 'suspended' : isValid ? 'valid' : 'lapsed';

/** The licences of the national registry. */
export const licenceResource = resource<Licence>()({
  id: 'licencas',
  initial: { sort: 'to', order: 'desc', size: 25 },
  pageSizes: [10, 25, 50, 100],
  filters: {
    search: searchFilter('Procurar', 'Número, embarcação, marca ou titular'),
    valid: choiceFilter('valid', 'Validade', validities),
  },
  columns: {
    id: { label: 'ID', kind: 'code', value: ({ id }) => id },
    number: { label: 'Número', kind: 'code', value: ({ number }) => number, sort: 'number' },
    vessel: { label: 'Embarcação', kind: 'text', value: ({ vesselName }) => vesselName, sort: 'vessel' },
    state: { label: 'Estado', kind: 'choice', value: stateOf, choices: states },
    mmsi: { label: 'MMSI', kind: 'code', value: ({ mmsi }) => mmsi },
    imo: { label: 'IMO', kind: 'code', value: ({ imo }) => imo },
    callsign: { label: 'Indicativo', kind: 'code', value: ({ callsign }) => callsign },
    registration: { label: 'Matrícula', kind: 'code', value: ({ registration }) => registration },
    flag: { label: 'Bandeira', kind: 'code', value: ({ flag }) => flag, sort: 'flag' },
    holder: { label: 'Titular', kind: 'text', value: ({ holder }) => holder, sort: 'holder' },
    gears: { label: 'Artes', kind: 'text', value: ({ gears }) => gears.join(', ') },
    fleet: {
      label: 'Frota',
      kind: 'choice',
      value: ({ fleet }) => fleet,
      choices: fleets,
      filter: choiceFilter('fleet', 'Frota', fleets),
    },
    areas: { label: 'Áreas', kind: 'code', value: ({ areaIds }) => areaIds?.join(', ') },
    from: { label: 'Válida desde', kind: 'text', value: ({ validFrom }) => validFrom, sort: 'from' },
    to: { label: 'Válida até', kind: 'text', value: ({ validTo }) => validTo, sort: 'to' },
    source: { label: 'Fonte', kind: 'text', value: ({ source }) => source },
    simulated: { label: 'Dados simulados', kind: 'yesNo', value: ({ simulated }) => simulated },
  },
});
