import type { DataOf, Provenance, QueryOf } from '@kianda/contract';
import { linePositions } from '@kianda/contract/space/temporal/line';
import {
  mostSectionCasts,
  type SectionQuantity,
  sectionQuantities,
  type temporalSection,
} from '@kianda/contract/space/temporal/section.contract';
import { type Bbox, bboxPad, metersPerDegree, type Position } from '@kianda/geo';
import { packInt16 } from '../../../platform/formats/int16.ts';
import type { Cast } from '../../sea/ocean/index.ts';
import { seabedOf } from './seabed.service.ts';
import { cutAtSeabed, depthsTo, nearestOnLine, sectionValues } from './section.rules.ts';
import { periodOf, type TemporalContext } from './temporal.context.ts';
import { distancesAlong, samplesAlong } from './temporal.rules.ts';
import { temporalTexts as texts } from './temporal.texts.ts';

type Answer = DataOf<typeof temporalSection>;
type Query = QueryOf<typeof temporalSection>;

/** The water below a line, from what was measured near it, and the bottom of the sea. */
export function temporalSections(context: TemporalContext) {
  const { casts, clock } = context;
  return async (query: Query): Promise<{ value: Answer; provenance: Provenance }> => {
    const { quantity, reach } = query;
    const line = linePositions(query.line);
    const period = periodOf(query, clock.nowMs());
    const [west, south, east, north] = boxAround(line, reach);
    const [stored, fieldDepthsMeters, seabed] = await Promise.all([
      casts.within({ quantity, west, south, east, north, ...period, limit: mostSectionCasts + 1 }),
      casts.fieldDepths(quantity),
      seabedOf(context),
    ]);
    const near = nearTo(line, stored.slice(0, mostSectionCasts), reach);
    const places = samplesAlong(line, query.columns);
    const distances = distancesAlong(places);
    const depths = depthsTo(query.deep, query.levels);
    const bottoms = places.map((place) => (seabed.isHeldAt(place) ? (seabed.depthAt(place) ?? 0) : null));
    const used = near.map(({ cast }) => cast);
    const values = cutAtSeabed(sectionValues(places, depths, used, reach), depths, bottoms);
    const reason = values.some((value) => !Number.isNaN(value))
      ? null
      : await whyEmpty(context, { quantity, reach, casts: used.length });
    const { scale, offset, base64 } = packInt16(values);
    return {
      value: {
        ...{ quantity, units: sectionQuantities[quantity].units, reachKm: reach },
        period: { from: period.from.toISOString(), to: period.to.toISOString() },
        positions: places.map(([lon, lat], index) => ({
          ...{ lon, lat, distanceKm: distances[index] ?? 0, seabedMeters: bottoms[index] ?? null },
        })),
        depths,
        ...{ encoding: 'int16-base64', scale, offset, values: base64 },
        casts: near.map(({ cast, distanceKm, offsetKm }) => ({
          ...{ id: cast.id, platform: cast.platform, time: cast.time.toISOString(), lon: cast.lon, lat: cast.lat },
          ...{ distanceKm, offsetKm, deepestMeters: cast.depthsMeters.at(-1) ?? 0 },
        })),
        isCut: stored.length > mostSectionCasts,
        fieldDepthsMeters,
        reason,
        seabedReason: bottoms.every((bottom) => bottom === null) ? texts.noRelief : null,
      },
      provenance: (await casts.provenanceOf(used)) ?? { state: 'fallback', reason: reason ?? texts.castsShallow },
    };
  };
}

/** The box of a line, wide enough for what lies so many kilometres from it. */
function boxAround(line: readonly Position[], reachKm: number): Bbox {
  const [lons, lats] = [line.map(([lon]) => lon), line.map(([, lat]) => lat)];
  const box: Bbox = [Math.min(...lons), Math.min(...lats), Math.max(...lons), Math.max(...lats)];
  const degrees = (reachKm * 1000) / metersPerDegree;
  const highest = Math.min(89, Math.max(Math.abs(box[1]), Math.abs(box[3])) + degrees);
  const [west, , east] = bboxPad(box, degrees / Math.cos((highest * Math.PI) / 180));
  const [, south, , north] = bboxPad(box, degrees);
  return [west, south, east, north];
}

/** Casts no farther than so many kilometres from a line, from its start on. */
function nearTo(line: readonly Position[], casts: readonly Cast[], reachKm: number) {
  return casts
    .map((cast) => ({ cast, ...nearestOnLine(line, [cast.lon, cast.lat]) }))
    .filter(({ offsetKm }) => offsetKm <= reachKm)
    .toSorted((a, b) => a.distanceKm - b.distanceKm);
}

type Empty = { readonly quantity: SectionQuantity; readonly reach: number; readonly casts: number };

async function whyEmpty({ casts }: TemporalContext, { quantity, reach, casts: count }: Empty): Promise<string> {
  if (count > 0) return texts.castsShallow;
  return (
    (await casts.absence(quantity)) ?? texts.castsFar(sectionQuantities[quantity].name.toLocaleLowerCase('pt'), reach)
  );
}
