/** How one part of a page's state is written in its address. */
export type AddressField<T> = {
  /** Value of a first visit, which the address leaves out. */
  readonly initial: T;
  write(value: T): string;
  /** The value of a text; undefined where it makes no sense. */
  read(text: string): T | undefined;
};
export type AddressFields = Readonly<Record<string, AddressField<unknown>>>;
export type AddressState<F> = { readonly [K in keyof F]: F[K] extends AddressField<infer T> ? T : never };

/** The state as `parametro=chlorophyll&dias=30`, without what is as on a first visit. */
export function writeAddress<F extends AddressFields>(fields: F, state: AddressState<F>): string {
  const search = new URLSearchParams();
  for (const [name, field] of Object.entries(fields)) {
    const text = field.write((state as Readonly<Record<string, unknown>>)[name]);
    if (text !== field.write(field.initial)) search.set(name, text);
  }
  // Commas and colons are legal in a fragment, and readable.
  return search.toString().replaceAll('%2C', ',').replaceAll('%3A', ':');
}

/** The state of a fragment, with or without its `#`; what is missing or makes no sense is as on a first visit. */
export function readAddress<F extends AddressFields>(fields: F, fragment: string): AddressState<F> {
  const search = new URLSearchParams(fragment.replace(/^#/, ''));
  const entries = Object.entries(fields).map(([name, field]) => {
    const text = search.get(name);
    return [name, (text === null ? undefined : field.read(text)) ?? field.initial] as const;
  });
  return Object.fromEntries(entries) as AddressState<F>;
}

/** One of a list. */
export function choice<const T extends string>(options: readonly T[], initial: T): AddressField<T> {
  return { initial, write: (value) => value, read: (text) => options.find((option) => option === text) };
}

/** Some of a list, in its order. */
export function several<const T extends string>(
  options: readonly T[],
  initial: readonly T[],
): AddressField<readonly T[]> {
  return {
    initial,
    write: (values) => options.filter((option) => values.includes(option)).join(','),
    read: (text) => {
      const parts = new Set(text.split(','));
      return options.filter((option) => parts.has(option));
    },
  };
}

/** A number within limits, rounded to `decimals`. */
export function numberIn(min: number, max: number, initial: number, decimals = 0): AddressField<number> {
  return {
    initial,
    write: (value) => String(Number(value.toFixed(decimals))),
    read: (text) => {
      const value = Number(text);
      return text !== '' && value >= min && value <= max ? value : undefined;
    },
  };
}

/** Yes or no. */
export function flag(initial: boolean): AddressField<boolean> {
  return {
    initial,
    write: (value) => (value ? 'sim' : 'nao'),
    read: (text) => (text === 'sim' || text === 'nao' ? text === 'sim' : undefined),
  };
}

/** Free text of at most `longest` characters. */
export function text(longest: number, initial = ''): AddressField<string> {
  return { initial, write: (value) => value.slice(0, longest), read: (written) => written.slice(0, longest) };
}

/** A calendar day, `2026-08-31`; empty for none. */
export function day(initial = ''): AddressField<string> {
  return {
    initial,
    write: (value) => value,
    read: (written) =>
      written === '' || (/^\d{4}-\d{2}-\d{2}$/.test(written) && Number.isFinite(Date.parse(written)))
        ? written
        : undefined,
  };
}

/** A place in degrees; null for none. */
export function place(): AddressField<readonly [lon: number, lat: number] | null> {
  return {
    initial: null,
    write: (value) => (value === null ? '' : value.map((degrees) => Number(degrees.toFixed(4))).join(',')),
    read: (written) => {
      const [lon = Number.NaN, lat = Number.NaN, ...rest] = written
        .split(',')
        .map((part) => Number(part || Number.NaN));
      return rest.length === 0 && Math.abs(lon) <= 180 && Math.abs(lat) <= 85 ? [lon, lat] : undefined;
    },
  };
}

/** Middle and zoom of a map; null where it shows all there is. */
export function camera(): AddressField<{ readonly center: readonly [number, number]; readonly zoom: number } | null> {
  const at = place();
  return {
    initial: null,
    write: (value) => (value === null ? '' : `${at.write(value.center)},${value.zoom.toFixed(2)}`),
    read: (written) => {
      const cut = written.lastIndexOf(',');
      const center = at.read(written.slice(0, Math.max(0, cut)));
      const zoom = Number(written.slice(cut + 1) || Number.NaN);
      return center == null || !(zoom >= 0 && zoom <= 24) ? undefined : { center, zoom };
    },
  };
}
