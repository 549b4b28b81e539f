import {
  type Criterion,
  type CriterionCurve,
  criterionCurveSchema,
} from '@kianda/contract/space/spatial/criteria-plan';
import { formatNumber } from '@kianda/format';
import { named } from '@kianda/ui';
import { Button, NativeSelect } from '@mantine/core';
import { NumberField } from '../../../shared/spatial/number-field.tsx';
import { labelOf, unitOf, usualRange } from '../criterion.rules.ts';
import styles from '../page.module.css';
import { criterionTexts as texts } from '../texts.pt.ts';

type Kind = CriterionCurve['kind'];
const kinds = Object.keys(texts.curves) as Kind[];
const mostPoints = 20;

/** A curve of another kind over the same values. */
function curveOf(kind: Kind, before: CriterionCurve, [low, high]: readonly [number, number]): CriterionCurve {
  const [from, to] = 'from' in before ? [before.from, before.to] : [low, high];
  const third = (to - from) / 3;
  switch (kind) {
    case 'range':
      return { kind, sense: from > to ? 'cost' : 'benefit' };
    case 'trapezoid': {
      const [first, last] = [Math.min(from, to), Math.max(from, to)];
      return { kind, points: [first, first + Math.abs(third), last - Math.abs(third), last] };
    }
    case 'breaks':
      return {
        kind,
        points: [
          [Math.min(from, to), from < to ? 0 : 1],
          [Math.max(from, to), from < to ? 1 : 0],
        ],
      };
    default:
      return { kind, from, to };
  }
}

type Props = { readonly criterion: Criterion; readonly onChange: (criterion: Criterion) => void };

/** Kind and values of the curve that takes a criterion to 0–1. */
export function CurveFields({ criterion, onChange }: Props) {
  const { curve } = criterion;
  const [label, unit, range] = [labelOf(criterion), unitOf(criterion), usualRange(criterion.source)];
  const set = (next: unknown) => {
    const parsed = criterionCurveSchema.safeParse(next);
    if (parsed.success) onChange({ ...criterion, curve: parsed.data });
  };
  const ends = { suffix: ` ${unit}` } as const;
  return (
    <fieldset className={styles.stack} aria-label={named(texts.curve, label)}>
      <NativeSelect
        label={texts.curve}
        description={texts.curveHelp[curve.kind]}
        value={curve.kind}
        data={kinds.map((kind) => ({ value: kind, label: texts.curves[kind] }))}
        onChange={({ currentTarget }) => set(curveOf(currentTarget.value as Kind, curve, range))}
      />
      {curve.kind === 'range' ? (
        <NativeSelect
          label={texts.sense}
          value={curve.sense}
          data={Object.entries(texts.senses).map(([value, text]) => ({ value, label: text }))}
          onChange={({ currentTarget }) => set({ ...curve, sense: currentTarget.value })}
        />
      ) : null}
      {'from' in curve ? (
        <div className={styles.fields}>
          <NumberField
            {...ends}
            label={texts.from[curve.kind]}
            value={curve.from}
            onValue={(value) => set({ ...curve, from: value })}
          />
          <NumberField {...ends} label={texts.to} value={curve.to} onValue={(value) => set({ ...curve, to: value })} />
        </div>
      ) : null}
      {curve.kind === 'trapezoid' ? (
        <div className={styles.fields}>
          {texts.corners.map((text, place) => (
            <NumberField
              {...ends}
              key={text}
              label={text}
              value={curve.points[place] ?? 0}
              onValue={(value) => set({ ...curve, points: curve.points.with(place, value ?? Number.NaN) })}
            />
          ))}
        </div>
      ) : null}
      {curve.kind === 'breaks' ? <Points curve={curve} ends={ends} onSet={set} /> : null}
    </fieldset>
  );
}

type PointProps = {
  readonly curve: Extract<CriterionCurve, { readonly kind: 'breaks' }>;
  readonly ends: { readonly suffix: string };
  readonly onSet: (curve: unknown) => void;
};

/** Points of a curve that a person draws by hand. */
function Points({ curve, ends, onSet }: PointProps) {
  const { points } = curve;
  const [lastX, lastShare] = points.at(-1) ?? [0, 1];
  const step = lastX - (points.at(-2)?.[0] ?? lastX - 1);
  const change = (place: number, value: readonly [number | null, number | null]) =>
    onSet({ ...curve, points: points.map((point, index) => (index === place ? value : point)) });
  return (
    <div className={styles.stack}>
      {points.map(([x, share], place) => {
        const number = formatNumber(place + 1);
        return (
          // biome-ignore lint/suspicious/noArrayIndexKey: a point is its place in the order.
          <div key={place} className={styles.point}>
            <NumberField
              {...ends}
              label={texts.pointValue(number)}
              value={x}
              onValue={(value) => change(place, [value, share])}
            />
            <NumberField
              label={texts.pointShare(number)}
              value={share}
              min={0}
              max={1}
              step={0.1}
              onValue={(value) => change(place, [x, value])}
            />
            <Button
              variant="default"
              size="xs"
              disabled={points.length <= 2}
              aria-label={texts.removePoint(number)}
              onClick={() => onSet({ ...curve, points: points.filter((_, index) => index !== place) })}
            >
              {texts.removeShort}
            </Button>
          </div>
        );
      })}
      {points.length >= mostPoints ? null : (
        <div>
          <Button
            variant="default"
            size="xs"
            onClick={() => onSet({ ...curve, points: [...points, [lastX + Math.abs(step), lastShare]] })}
          >
            {texts.addPoint}
          </Button>
        </div>
      )}
    </div>
  );
}
