import { allows, type DataOf, type Endpoint, type InputOf } from '@kianda/contract';
import { createMapLink, type publicMap, type publicMapFields } from '@kianda/contract/open/maps/public-maps.contract';
import { type FieldVariable, fieldGrid, listFields } from '@kianda/contract/sea/ocean/ocean.contract';
import type { Clock } from '../../../platform/clock/clock.ts';
import { tokenDigest } from '../../../platform/crypto/link-token.ts';
import type { Answer, Principal, RequestContext } from '../../../platform/http/bind.ts';
import { AppError } from '../../../platform/http/errors.ts';
import { callInProcess } from '../../../platform/http/in-process-call.ts';
import { ownProvenance } from '../../../platform/http/own-provenance.ts';
import type { LinksRepository } from './links.repository.ts';
import type { MapRow } from './maps.repository.ts';
import type { BaseSource, Publishing } from './maps.types.ts';
import { type PublicView, publicView } from './public-layers.rules.ts';

const linkClosed = () =>
  new AppError('not_found', { detail: 'Esta ligação já não abre nada: chegou ao fim, foi fechada ou nunca existiu.' });
const layerNotShown = () =>
  new AppError('not_found', { detail: 'Esta camada não faz parte do que este mapa mostra a todos.' });

/** Principal that stands for a visitor of a public map in calls to other handlers. */
const visitor: Principal = {
  accountId: '00000000-0000-0000-0000-000000000000',
  email: 'visitante',
  name: 'Visitante',
  role: 'cliente',
  sessionId: '00000000-0000-0000-0000-000000000000',
  mustChangePassword: false,
};

type Call = Pick<RequestContext<Endpoint>, 'log' | 'signal' | 'requestId'>;

export type PublicMapsService = ReturnType<typeof createPublicMapsService>;

/** Maps as visitors without an account see them, and the layers that a link opens. */
export function createPublicMapsService({
  repository,
  baseSource,
  publishing,
  clock,
}: {
  repository: LinksRepository;
  baseSource: BaseSource;
  publishing: Publishing;
  clock: Clock;
}) {
  const now = () => new Date(clock.nowMs());
  const viewOf = ({ definition }: MapRow): Promise<PublicView> =>
    publicView(definition, async (base) => (await baseSource(base))?.provider ?? null, publishing.openProviders);

  /** The map that a token opens. Throws the same `not_found` for a wrong, an expired and a closed token. */
  async function opened(token: string) {
    const found = await repository.opened(tokenDigest(token), now());
    if (found === null) throw linkClosed();
    // A link ends when its maker loses the right to make links.
    const maker = await publishing.makerOf(found.maker_id);
    if (maker === null || !allows(createMapLink.access, maker.role)) throw linkClosed();
    return { ...found, view: await viewOf(found.map) };
  }

  return {
    viewOf,

    /** Counts the opening. Throws `not_found`. */
    async open(token: string): Promise<Answer<DataOf<typeof publicMap>>> {
      const { link_id, expires_at, map, view } = await opened(token);
      await repository.countOpen(link_id, now());
      return {
        data: {
          name: map.name,
          description: map.description,
          operatorName: publishing.operatorName(),
          definition: view.definition,
          refused: [...view.refused],
          expiresAt: expires_at.toISOString(),
        },
        provenance: ownProvenance(clock),
      };
    },

    ...publicLayers({ publishing, opened }),
  };
}

/** Layers that a map shows, read from other modules on the visitor's behalf. */
function publicLayers({
  publishing,
  opened,
}: {
  publishing: Publishing;
  opened: (token: string) => Promise<{ readonly view: PublicView }>;
}) {
  const read = <E extends Endpoint>(endpoint: E, input: Partial<InputOf<E>>, { log, signal, requestId }: Call) =>
    callInProcess(publishing.bindings(), endpoint, input, { principal: visitor, log, signal, requestId });

  async function requireVariable(token: string, variable: FieldVariable | undefined): Promise<void> {
    const { view } = await opened(token);
    if (variable === undefined || !view.variables.has(variable)) throw layerNotShown();
  }

  return {
    /** Fields of a variable that the map shows. Throws `not_found`. */
    async fields(
      token: string,
      query: RequestContext<typeof publicMapFields>['query'],
      call: Call,
    ): Promise<Answer<DataOf<typeof publicMapFields>>> {
      await requireVariable(token, query.variable);
      const { data, ...rest } = await read(listFields, { query }, call);
      return {
        ...rest,
        data: { fields: data.fields.filter(({ provider }) => publishing.openProviders.has(provider)) },
      };
    },

    /** One field of a variable that the map shows. Throws `not_found`. */
    async grid(
      { token, variable }: { readonly token: string; readonly variable: FieldVariable },
      query: RequestContext<typeof fieldGrid>['query'],
      call: Call,
    ) {
      await requireVariable(token, variable);
      const answer = await read(fieldGrid, { params: { variable }, query }, call);
      // An older field may come from another provider than the newest one.
      if (!publishing.openProviders.has(answer.data.slice.provider)) throw layerNotShown();
      return answer;
    },

    /** A layer of reference that the map shows, as `endpoint` answers it. Throws `not_found`. */
    async layer<E extends Endpoint>(
      token: string,
      name: 'stations' | 'zee' | 'ports',
      endpoint: E,
      call: Call,
    ): Promise<Answer<DataOf<E>>> {
      const { view } = await opened(token);
      if (view.definition.overlays[name] === undefined) throw layerNotShown();
      return read(endpoint, {}, call);
    },
  };
}
