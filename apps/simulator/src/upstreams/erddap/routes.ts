import { type ErddapError, erddapErrorText } from '@kianda/connectors/erddap/wire';
import type { Position } from '@kianda/geo';
import type { FastifyInstance, FastifyReply } from 'fastify';
import type { Provider, ProviderDeps } from '../../provider.ts';
import type { World } from '../../world/types.ts';
import { clouded } from './clouds.ts';
import { axesOf, datasets, type SimulatedDataset, type SimulatedVariable } from './datasets.ts';
import { type Column, format } from './formats.ts';
import { GridQueryError, parseGridQuery, type Selection } from './grid-query.ts';
import { infoTable } from './info.ts';

/** As the real server: a larger answer is refused rather than left to fill its memory. */
const MAX_VALUES = 2_000_000;

/** The part of the simulated world that a sea-surface archive shows. */
type Deps = Omit<ProviderDeps, 'world'> & { readonly world: Pick<World, 'ocean' | 'seed'> };

/** An ERDDAP server below `/erddap`: griddap of the datasets in `datasets.ts`, `info` and `version`. */
export function routes(app: FastifyInstance, deps: Deps): void {
  app.get('/erddap/version', async (_request, reply) => reply.type('text/plain').send('ERDDAP_version=2.25\n'));

  app.get<{ Params: { id: string } }>('/erddap/info/:id/index.json', async (request, reply) => {
    const dataset = find(request.params.id, deps);
    if (dataset === null) return refuse(reply, unknownDataset(request.params.id));
    return reply.type('application/json;charset=UTF-8').send(JSON.stringify(infoTable(dataset, deps.clock())));
  });

  app.get<{ Params: { file: string } }>('/erddap/griddap/:file', async (request, reply) => {
    const raw = request.raw.url ?? '';
    const query = raw.includes('?') ? raw.slice(raw.indexOf('?') + 1) : '';
    if (/[[\]<>{}|\\^"]/.test(query))
      return reply.code(400).type('text/html').send('<h1>HTTP Status 400 – Bad Request</h1><p>Invalid character</p>');
    const [id, extension] = splitFile(request.params.file);
    const dataset = find(id, deps);
    if (dataset === null) return refuse(reply, unknownDataset(id));
    try {
      const axes = axesOf(dataset, deps.clock());
      const names = dataset.variables.map(({ name }) => name);
      const gridQuery = parseGridQuery(decodeURIComponent(query), axes, names);
      const size = gridQuery.selections.reduce((product, { indexes }) => product * indexes.length, 1);
      if (gridQuery.kind === 'data' && size * gridQuery.variables.length > MAX_VALUES)
        return refuse(reply, { code: 413, message: 'Payload Too Large: Your query would produce too much data.' });
      const columns =
        gridQuery.kind === 'axes'
          ? []
          : gridQuery.variables.map((name) => column(dataset, name, gridQuery.selections, deps));
      const answer = format(extension, dataset.title, gridQuery.selections, columns);
      if (answer === null)
        return refuse(reply, {
          code: 400,
          message: `Bad Request: Query error: fileType=.${extension} isn't supported by this dataset.`,
        });
      return reply.type(answer.contentType).send(answer.body);
    } catch (error) {
      if (error instanceof GridQueryError) return refuse(reply, error.answer);
      throw error;
    }
  });
}

/** While a dataset is being reloaded the server does not know it. */
function find(id: string, { faults }: Deps): SimulatedDataset | null {
  if (faults.random('erddap')() < faults.of('erddap').flapping) return null;
  return datasets.find((dataset) => dataset.id === id) ?? null;
}

function splitFile(file: string): [string, string] {
  const dot = file.lastIndexOf('.');
  return dot < 0 ? [file, ''] : [file.slice(0, dot), file.slice(dot + 1)];
}

function unknownDataset(id: string): ErddapError {
  return { code: 404, message: `Not Found: Currently unknown datasetID=${id}` };
}

function refuse(reply: FastifyReply, error: ErddapError): FastifyReply {
  return reply.code(error.code).type('text/plain;charset=UTF-8').send(erddapErrorText(error));
}

function column(dataset: SimulatedDataset, name: string, selections: readonly Selection[], { world }: Deps): Column {
  const variable = dataset.variables.find((found) => found.name === name);
  if (variable === undefined) throw new Error(`variable ${name} of ${dataset.id} passed the query but is not declared`);
  const along = (axisName: string): number[] => {
    const selection = selections.find(({ axis }) => axis.name === axisName);
    if (selection === undefined) throw new Error(`${dataset.id} has no axis ${axisName}`);
    return selection.indexes.map((index) => selection.axis.at(index));
  };
  const times = dataset.firstDay === null ? [0] : along('time');
  const [latitudes, longitudes] = [along('latitude'), along('longitude')];
  const values = new Float32Array(times.length * latitudes.length * longitudes.length);
  let next = 0;
  for (const seconds of times)
    for (const lat of latitudes)
      for (const lon of longitudes) values[next++] = valueAt(world, variable, [lon, lat], seconds * 1000);
  return {
    name: variable.name,
    units: variable.units,
    fill: variable.fill,
    longName: variable.longName,
    standardName: variable.standardName,
    type: variable.type ?? 'float',
    values,
  };
}

function valueAt(world: Deps['world'], variable: SimulatedVariable, [lon, lat]: Position, timeMs: number): number {
  if (variable.clouded && clouded(world.seed, lon, lat, timeMs)) return Number.NaN;
  if (variable.ocean === 'altitude') return Math.round(world.ocean.altitudeMeters(lon, lat));
  return world.ocean.sample(variable.ocean, [lon, lat], timeMs) ?? Number.NaN;
}

export const erddap: Provider = { name: 'erddap', routes };
