import type { BiomassResult } from '@kianda/contract/space/biomass/biomass.schemas';
import { formatNumber, UNKNOWN } from '@kianda/format';
import { Example, FactList, Instant, PanelFrame } from '@kianda/ui';
import { biomassFallback } from '../fallback.ts';
import { biomassTexts } from '../texts.pt.ts';
import { amountText, tonnesText } from './amounts.ts';

const texts = biomassTexts.totals;

/** Totals of a calculation; what has no source is a dash beside the specification's sample. */
export function TotalsPanel({ totals }: Pick<BiomassResult, 'totals'>) {
  const sample = biomassFallback.result?.totals;
  const unknown = (reason: string, of: number | null | undefined) => (
    <span key={reason}>
      <abbr title={reason}>{UNKNOWN}</abbr> <Example of={of}>{() => tonnesText(of)}</Example>
    </span>
  );
  const { total_terrestrial_tons: land, total_combined_tons: both } = totals;
  return (
    <PanelFrame id="totais" title={texts.title}>
      <FactList
        items={[
          [texts.marine, tonnesText(totals.total_marine_tons)],
          [texts.terrestrial, land === null ? unknown(texts.noLand, sample?.total_terrestrial_tons) : tonnesText(land)],
          [
            texts.combined,
            both === null
              ? unknown(land === null ? texts.noBoth : texts.noSum, sample?.total_combined_tons)
              : tonnesText(both),
          ],
          [texts.density, amountText(totals.avg_density_kg_ha, 'kg/ha')],
          [texts.zones, formatNumber(totals.zones_analyzed)],
          [texts.last, <Instant key="ultimo" at={totals.last_calculation} />],
        ]}
      />
    </PanelFrame>
  );
}
