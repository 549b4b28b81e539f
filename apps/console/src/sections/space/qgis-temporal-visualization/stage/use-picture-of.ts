import { derivedProducts } from '@kianda/contract/sea/ocean/derived.contract';
import { describeTemporal } from '@kianda/contract/space/temporal/temporal-variables';
import { type ColourScale, createColourScale } from '@kianda/viz/colour/scale.ts';
import { differenceOf, type Field } from '@kianda/viz/field/decode.ts';
import { useMemo } from 'react';
import { coloursOf } from '../search.ts';
import { temporalTexts } from '../texts.pt.ts';
import type { View } from '../view.ts';
import { balanceScale, meridianAt, sideOf } from './compare.ts';
import type { DrawnField } from './stage-map.tsx';

const texts = temporalTexts.stage;

/** The picture of a map, and how its colours are read. */
export type Picture = {
  readonly fields: readonly DrawnField[];
  /** The field that the pointer reads. */
  readonly read: Field | null;
  readonly scale: ColourScale;
  readonly title: string;
  readonly unit: string;
};

export type Pictures = {
  readonly main: Picture;
  /** The map beside it. */
  readonly beside: Picture | null;
  /** Why there is nothing to compare with. */
  readonly fault: string | null;
};

/** The frames of the clock as pictures, by the way in which they are compared. */
export function usePictures({ search, clock, colours }: View): Pictures {
  const { variable, compare, divider, other: otherId } = search;
  const field = clock.frame.frame?.field ?? null;
  const other = clock.other.frame?.field ?? null;
  const { name, units, anomaly, area } = describeTemporal(variable);
  const isLand = area === 'land';
  const { ramp, log } = colours;
  const [low, high] = colours.range;
  const scale = useMemo(() => createColourScale({ ramp, range: [low, high], log }), [ramp, low, high, log]);
  const second = otherId ?? variable;

  return useMemo(() => {
    const whole = (shown: Field | null, id = 'field'): Picture => ({
      fields: shown === null ? [] : [{ id, field: shown, scale, isLand }],
      ...{ read: shown, scale, title: name, unit: units },
    });
    const plain = (fault: string | null): Pictures => ({ main: whole(field), beside: null, fault });
    if (compare === undefined) return plain(null);
    if (compare === 'anomaly') {
      if (anomaly === null) return plain(texts.noAnomaly(name));
      const { unit } = derivedProducts[anomaly];
      return { main: balanced(other, texts.anomaly(name), unit), beside: null, fault: null };
    }
    if (field === null || other === null)
      return plain(clock.second === null || clock.other.isCurrent ? null : texts.noSecond);
    if (compare === 'difference') {
      const difference = differenceOrNull(field, other);
      return difference === null
        ? plain(texts.otherGrid)
        : { main: balanced(difference, texts.difference(name), units, isLand), beside: null, fault: null };
    }
    const description = describeTemporal(second);
    const otherScale = second === variable ? scale : createColourScale(coloursOf(second, {}));
    const isOtherLand = description.area === 'land';
    const beside = { read: other, scale: otherScale, title: description.name, unit: description.units };
    if (compare === 'side') {
      return {
        main: whole(field),
        beside: { ...beside, fields: [{ id: 'other', field: other, scale: otherScale, isLand: isOtherLand }] },
        fault: null,
      };
    }
    const meridian = meridianAt(field.grid, divider);
    const [west, east] = [sideOf(field, meridian, 'west'), sideOf(other, meridian, 'east')];
    const fields = [
      ...(west === null ? [] : [{ id: 'field', field: west, scale, isLand }]),
      ...(east === null ? [] : [{ id: 'other', field: east, scale: otherScale, isLand: isOtherLand }]),
    ];
    return { main: { ...whole(field), fields }, beside: { ...beside, fields: [] }, fault: null };
  }, [
    field,
    other,
    scale,
    name,
    units,
    anomaly,
    isLand,
    compare,
    divider,
    variable,
    second,
    clock.second,
    clock.other.isCurrent,
  ]);
}

function differenceOrNull(field: Field, other: Field): Field | null {
  try {
    return differenceOf(field, other);
  } catch {
    return null;
  }
}

function balanced(field: Field | null, title: string, unit: string, isLand = false): Picture {
  const scale =
    field === null ? createColourScale({ ramp: 'balance', range: [-1, 1], log: false }) : balanceScale(field);
  return { fields: field === null ? [] : [{ id: 'field', field, scale, isLand }], read: field, scale, title, unit };
}
