import { type DataOf, type Provenance, type Sourced, worstProvenance } from '@kianda/contract';
import type { homeBriefing } from '@kianda/contract/operations/home/home.contract';
import { comparedDays, comparedMeans } from '@kianda/contract/sea/ocean/compared-means';
import type { FieldVariable } from '@kianda/contract/sea/ocean/ocean.contract';
import type { Clock } from '../../../platform/clock/clock.ts';
import type { Answer } from '../../../platform/http/bind.ts';
import { ownProvenance } from '../../../platform/http/own-provenance.ts';
import type { OfferOf } from '../../../platform/modules/definition.ts';
import type { vesselsModule } from '../../fleet/vessels/index.ts';
import type { oceanModule } from '../../sea/ocean/index.ts';

/** Days that data may be late: the periods end with the newest of them. */
const reachDays = 30;

type Sources = {
  readonly clock: Clock;
  readonly ocean: OfferOf<typeof oceanModule>;
  readonly vessels: OfferOf<typeof vesselsModule>;
};
type Compared = DataOf<typeof homeBriefing>['temperature'];
type Variables = DataOf<typeof homeBriefing>['data'];

/** Five figures of the week, each with that of the week before and its origin. */
export async function briefing(sources: Sources): Promise<Answer<DataOf<typeof homeBriefing>>> {
  const [temperature, anomaly, chlorophyll, vessels, data] = await Promise.all([
    fieldFigure(sources, 'analysedSst', 'mean'),
    fieldFigure(sources, 'sstAnomaly', 'mean'),
    fieldFigure(sources, 'chlorophyll', 'median'),
    sources.vessels.service.compared(comparedDays),
    variablesOfTheWeek(sources),
  ]);
  const compared = { temperature, anomaly, chlorophyll, vessels };
  const fields: Record<string, Provenance> = { 'data.current': data.provenance, 'data.all': data.provenance };
  const missing: Record<string, string> = {};
  const take = (id: keyof typeof compared): Compared => {
    const { value, provenance, missingReason } = compared[id];
    const taken = value ?? { current: null, previous: null, until: null };
    fields[`${id}.current`] = provenance;
    fields[`${id}.previous`] = provenance;
    if (taken.current === null) missing[`${id}.current`] = missingReason ?? 'Sem valores na última semana com dados.';
    if (taken.previous === null) missing[`${id}.previous`] = missingReason ?? 'Sem valores na semana anterior.';
    return taken;
  };
  const figures = {
    temperature: take('temperature'),
    anomaly: take('anomaly'),
    chlorophyll: take('chlorophyll'),
    vessels: take('vessels'),
    data: data.value,
  };
  return {
    data: { days: comparedDays, ...figures },
    provenance: worstProvenance(Object.values(fields)),
    fields,
    missing,
  };
}

async function fieldFigure(
  { ocean }: Sources,
  variable: FieldVariable,
  statistic: 'mean' | 'median',
): Promise<Sourced<Compared | null>> {
  const series = await ocean.service.zeeSeries(variable, 2 * comparedDays + reachDays);
  return { ...series, value: comparedMeans(series.value.points, statistic) };
}

/** Variables of the sea that have data of the week by their own time: history that arrives now is no news of it. */
async function variablesOfTheWeek({ ocean, clock }: Sources): Promise<Sourced<Variables>> {
  const { simulatedSeed, ...counted } = await ocean.service.variablesSince(comparedDays);
  const own = ownProvenance(clock);
  // A count of simulated fields is no better than they are.
  const provenance: Provenance =
    simulatedSeed === null || own.state !== 'live' ? own : { ...own, state: 'simulated', seed: simulatedSeed };
  return { value: { ...counted, until: new Date(clock.nowMs()).toISOString().slice(0, 10) }, provenance };
}
