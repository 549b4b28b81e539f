import { z } from 'zod';
import { ProviderError } from '../core/failures.ts';
import type { WithdrawnLayerRecord } from '../core/geo-records.ts';
import { type Connector, type PullInput, stream } from '../core/port.ts';
import { DOCUMENTED } from '../core/witness.ts';
import { createBccClient } from './client.ts';
import { type ListedLayer, mapLayer, mapLayers } from './map.ts';

const cursorSchema = z.object({
  /** State of each layer in the list when it was read. */
  layers: z.record(z.string(), z.string()),
});
type Cursor = z.infer<typeof cursorSchema>;

/** Layers of Angola and of the region; a layer is read whole when its entry in the list changes. */
const layers = stream<Cursor>({
  id: 'layers',
  recordKind: 'map-layer',
  cursorSchema,
  async *pull(input, settings, context) {
    const client = createBccClient(settings, context);
    const known = { ...input.cursor?.layers };
    const list = await client.layers();
    const { layers: listed, rejected: noLayers, drifted } = mapLayers(list.rows);
    if (drifted) throw new ProviderError('schema', `A lista de camadas mudou de forma: ${noLayers[0]?.reason ?? ''}`);
    const open = listed.filter(wantedBy(input, known));
    let first = true;
    for (const [index, layer] of open.entries()) {
      const answer = layer.wire.subtype === 'raster' ? null : await client.features(layer.wire.alternate);
      if (answer === null && layer.wire.subtype !== 'raster')
        context.log('warn', 'Camada descrita mas não entregue pelo servidor', { layer: layer.id });
      const { record, rejected } = mapLayer(layer, answer?.rows ?? null);
      known[layer.id] = layer.fingerprint;
      yield {
        records: [record],
        rejected: first ? [...noLayers, ...rejected] : rejected,
        raw: [...(first ? list.raw : []), ...(answer?.raw ?? [])],
        progress: (index + 1) / open.length,
        cursor: input.mode === 'backfill' ? (input.cursor ?? { layers: {} }) : { layers: { ...known } },
      };
      first = false;
    }
    const ids = new Set(listed.map(({ id }) => id));
    // A row that could not be read may be any of them: then none counts as withdrawn.
    const gone = noLayers.length > 0 || listed.length === 0 ? [] : Object.keys(known).filter((id) => !ids.has(id));
    if (gone.length === 0 || input.mode === 'backfill') return;
    for (const id of gone) delete known[id];
    yield {
      records: gone.map(withdrawn),
      rejected: [],
      raw: first ? list.raw : [],
      progress: 1,
      cursor: { layers: known },
    };
  },
});

/** Selects the listed layers that a run reads. Throws `request` for a backfill without a window. */
function wantedBy(input: PullInput<Cursor>, known: Readonly<Record<string, string>>): (layer: ListedLayer) => boolean {
  if (input.mode === 'full') return () => true;
  if (input.mode === 'incremental') return ({ id, fingerprint }) => known[id] !== fingerprint;
  const { window } = input;
  if (window === undefined) throw new ProviderError('request', 'Recuperação sem janela de datas');
  return ({ wire }) => {
    const updatedMs = Date.parse(wire.last_updated ?? '');
    return updatedMs >= window.fromMs && updatedMs <= window.toMs;
  };
}

function withdrawn(layerId: string): WithdrawnLayerRecord {
  return { kind: 'map-layer', layerId, withdrawn: true };
}

export const bccGeodata: Connector = {
  id: 'bcc-geodata',
  name: 'Corrente de Benguela (BCC GeoData)',
  provider: 'Benguela Current Convention GeoData',
  description:
    'Camadas geográficas de Angola e da região: linhas de base, batimetria, áreas sensíveis, portos, recursos.',
  category: 'regional',
  source: 'others',
  defaultBaseUrl: 'https://geodata.benguelacc.org',
  credentialNames: [],
  licence: 'Política de dados da BCC: pedir autorização antes de redistribuir',
  citation: 'Benguela Current Convention, BCC GeoData (geodata.benguelacc.org)',
  homepage: 'https://geodata.benguelacc.org',
  formatWitness: DOCUMENTED,
  cron: '0 5 * * 1',
  timeoutSeconds: 600,
  // Layers of past surveys do not age; the list is read each week, and only changed layers are taken.
  freshnessLimitHours: 366 * 24,
  freshnessBy: 'retrieval',
  streams: [layers],
};
