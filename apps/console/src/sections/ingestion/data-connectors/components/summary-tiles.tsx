import { isOperational } from '@kianda/contract/ingestion/connectors/connectors.contract';
import { formatNumber } from '@kianda/format';
import { Tile } from '@kianda/ui';
import type { EndpointResult } from '../../../../client/use-endpoint.ts';
import type { ConnectorList } from '../../../shared/connectors/fallback.ts';
import { connectorStateTexts } from '../../../shared/connectors/texts.pt.ts';
import { useQuality } from '../../../shared/connectors/use-connectors.ts';
import { orReason, pick } from '../../../shared/sourced.ts';
import { errorRateNumber } from '../api/error-rate.ts';
import { connectorTexts } from '../texts.pt.ts';
import styles from './summary-tiles.module.css';

const texts = connectorTexts.tiles;

/** Totals of all connectors together. */
export function SummaryTiles({ result }: { readonly result: EndpointResult<ConnectorList> }) {
  const quality = useQuality();
  const list = result.sourced?.value.connectors ?? [];
  const errors = list.reduce((sum, { errorCount }) => sum + errorCount, 0);
  const isStandIn = result.sourced?.provenance.state === 'fallback';
  const issues = quality.sourced?.value.issues_detected;
  return (
    <div className={styles.tiles}>
      <Tile
        id="conectores-operacionais"
        label={texts.active}
        value={
          isStandIn
            ? orReason(undefined, { error: { message: connectorStateTexts.unknownStandIn } })
            : pick(result, ({ connectors }) => connectors.filter(isOperational).length)
        }
        note={isStandIn ? undefined : texts.activeNote(formatNumber(list.length))}
      />
      <Tile
        id="conectores-registos"
        label={texts.records}
        format={{ maxDecimals: 0 }}
        value={pick(result, ({ connectors }) => connectors.reduce((sum, one) => sum + one.recordsProcessed, 0))}
      />
      <Tile
        id="conectores-taxa-de-erro"
        label={texts.errorRate}
        unit="%"
        display={(value) => errorRateNumber(Number(value))}
        value={pick(result, ({ error_rate: rate }) => rate, texts.nothingProcessed)}
        note={result.sourced === undefined || isStandIn ? undefined : texts.errors(errors)}
      />
      <Tile
        id="conectores-qualidade"
        label={texts.quality}
        unit="%"
        format={{ maxDecimals: 2 }}
        value={orReason(quality.figure('overall_score'), quality)}
        note={issues === undefined ? undefined : texts.issues(issues)}
      />
    </div>
  );
}
