import { type ConnectorSummary, streamCounts } from '@kianda/contract/ingestion/connectors/connectors.contract';
import { formatNumber, formatQuantity, formatRelative } from '@kianda/format';
import { Tile, useNow, usePreferences } from '@kianda/ui';
import { IconBroadcast, IconChecks, IconClock, IconDatabaseImport, IconFlask } from '@tabler/icons-react';
import { FiveTiles } from '../../../shared/five-tiles.tsx';
import { pickOrReason, withReason } from '../../../shared/sourced.ts';
import type { ConnectorsResult } from '../api/use-demo.ts';
import { demoTexts } from '../texts.pt.ts';

const texts = demoTexts.tiles;
const wholeNumber = { maxDecimals: 0 } as const;

const recordsOf = (connectors: readonly ConnectorSummary[]) =>
  connectors.reduce((sum, { recordsProcessed }) => sum + recordsProcessed, 0);

/** The providers counted from their connectors: simulated, real, what they brought, and whether it is on time. */
export function ProviderTiles({ connectors }: { readonly connectors: ConnectorsResult }) {
  const now = useNow(30);
  const { timeZone } = usePreferences();
  const all = connectors.sourced?.value.connectors ?? [];
  const simulated = all.filter((connector) => connector.simulated);
  const real = all.filter((connector) => !connector.simulated);
  const streams = streamCounts(all);
  const records = recordsOf(all);
  const isKnown = connectors.sourced !== undefined;
  const count = (value: number) => pickOrReason(connectors, () => value);
  const arrival = pickOrReason(connectors, () => newestOf(all.map(({ lastSuccess }) => lastSuccess)));
  return (
    <section aria-labelledby="fornecedores-em-numeros">
      <h2 id="fornecedores-em-numeros" className="k-visually-hidden">
        {texts.title}
      </h2>
      <FiveTiles>
        <Tile
          id="fornecedores-simulados"
          label={texts.simulated}
          icon={<IconFlask size={16} />}
          value={count(simulated.length)}
          format={wholeNumber}
          note={isKnown ? texts.ofAll(formatNumber(all.length, wholeNumber)) : undefined}
        />
        <Tile
          id="fornecedores-reais"
          label={texts.real}
          icon={<IconBroadcast size={16} />}
          value={count(real.length)}
          format={wholeNumber}
          note={isKnown ? texts.realOn(real.filter(({ status }) => status !== 'inactive').length) : undefined}
        />
        <Tile
          id="registos-recebidos"
          label={texts.records}
          icon={<IconDatabaseImport size={16} />}
          value={count(records)}
          format={wholeNumber}
          note={
            records > 0
              ? texts.recordsNote(formatQuantity((100 * recordsOf(simulated)) / records, '%', { maxDecimals: 1 }))
              : undefined
          }
        />
        <Tile
          id="ultima-chegada"
          label={texts.arrival}
          icon={<IconClock size={16} />}
          value={withReason(arrival, texts.noArrival)}
          display={(value) => formatRelative(value, now, timeZone)}
        />
        <Tile
          id="fluxos-em-dia"
          label={texts.fresh}
          icon={<IconChecks size={16} />}
          value={count(streams.fresh)}
          display={(value) => texts.part(String(value), formatNumber(streams.all, wholeNumber))}
          note={
            streams.late > 0 ? texts.late(streams.late) : streams.unseen > 0 ? texts.unseen(streams.unseen) : undefined
          }
        />
      </FiveTiles>
    </section>
  );
}

/** The latest of these instants; null where there is none. */
function newestOf(instants: readonly (string | null)[]): string | null {
  return instants.reduce(
    (newest, at) => (at !== null && (newest === null || Date.parse(at) > Date.parse(newest)) ? at : newest),
    null,
  );
}
