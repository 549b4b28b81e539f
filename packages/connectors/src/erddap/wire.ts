import { z } from 'zod';

/** ERDDAP's `.json` table. */
export const erddapTable = z.object({
  table: z.object({
    columnNames: z.array(z.string()),
    columnTypes: z.array(z.string()),
    columnUnits: z.array(z.string().nullable()),
    rows: z.array(z.array(z.union([z.string(), z.number(), z.null()]))),
  }),
});
export type ErddapTable = z.infer<typeof erddapTable>;

/** `time` axis alone: one column of instants. */
export const erddapTimeTable = z.object({
  table: z.object({
    columnNames: z.tuple([z.literal('time')]),
    rows: z.array(z.tuple([z.iso.datetime({ offset: true })])),
  }),
});

export type ErddapError = { readonly code: number; readonly message: string };

/** Reads `Error {\n    code=404;\n    message="…";\n}`; null for any other text. */
export function parseErddapError(text: string): ErddapError | null {
  const match = /^\s*Error\s*\{\s*code=(\d+);\s*message="((?:[^"\\]|\\.)*)";?\s*\}/s.exec(text);
  if (match?.[1] === undefined || match[2] === undefined) return null;
  return { code: Number(match[1]), message: match[2].replace(/\\(["\\])/g, '$1') };
}

/** ERDDAP's error in place of an answer. */
export function erddapErrorText({ code, message }: ErddapError): string {
  return `Error {\n    code=${code};\n    message="${message.replace(/["\\]/g, '\\$&')}";\n}\n`;
}
