import { formatDate, formatNumber } from '@kianda/format';
import { Tile, TileGrid, usePreferences } from '@kianda/ui';
import { orReason, withReason } from '../sourced.ts';
import { modelTexts } from './texts.pt.ts';
import type { useModelStats } from './use-models.ts';

const texts = modelTexts.tiles;
const whole = { maxDecimals: 0 } as const;

/** Active models, average accuracy, predictions and the last training, over all models. */
export function SummaryTiles({ stats }: { readonly stats: ReturnType<typeof useModelStats> }) {
  const { timeZone } = usePreferences();
  const loaded = stats.figure('models_loaded')?.value;
  return (
    <TileGrid>
      <Tile
        id="modelos-ativos"
        label={texts.active}
        value={orReason(stats.figure('models_active'), stats)}
        format={whole}
        note={typeof loaded === 'number' ? texts.loaded(formatNumber(loaded, whole)) : undefined}
      />
      <Tile
        id="precisao-media"
        label={texts.accuracy}
        value={orReason(withReason(stats.figure('average_accuracy'), texts.accuracyMissing), stats)}
        unit="%"
        format={{ decimals: 1 }}
        note={texts.accuracyNote}
      />
      <Tile
        id="total-previsoes"
        label={texts.predictions}
        value={orReason(stats.figure('total_predictions'), stats)}
        format={whole}
      />
      <Tile
        id="ultimo-treino"
        label={texts.lastTraining}
        value={orReason(withReason(stats.figure('last_training'), texts.lastTrainingMissing), stats)}
        display={(at) => formatDate(at, timeZone)}
      />
    </TileGrid>
  );
}
