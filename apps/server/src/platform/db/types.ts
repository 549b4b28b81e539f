import pg from 'pg';

const INT8 = 20;
const DATE = 1082;

function parseInt8(text: string): number {
  const value = Number(text);
  if (!Number.isSafeInteger(value)) {
    throw new RangeError(`int8 value ${text} is beyond ±${Number.MAX_SAFE_INTEGER}; select it as text`);
  }
  return value;
}

/**
 * How column types become JavaScript values: int8 → number (never a silently rounded one),
 * date → 'YYYY-MM-DD' (pg's own parser gives a local midnight, a day off west of Greenwich),
 * timestamptz → Date, numeric → string, bytea → Buffer, json/jsonb → parsed.
 */
export const columnTypes: pg.CustomTypesConfig = {
  getTypeParser: (oid: number, format?: 'text' | 'binary') => {
    if (format !== 'binary') {
      if (oid === INT8) return parseInt8;
      if (oid === DATE) return (text: string) => text;
    }
    return pg.types.getTypeParser(oid, format);
  },
};
