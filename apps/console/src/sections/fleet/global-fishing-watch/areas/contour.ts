import { useMemo, useState } from 'react';
import { type AreaGeometry, areaOfVertices, vertexOf } from './parse-area.ts';
import { parseAreaFile } from './parse-area-file.ts';
import { areaTexts as texts } from './texts.pt.ts';

type Ring = readonly (readonly [lon: number, lat: number])[];
export type Contour = { readonly geometry: AreaGeometry | null; readonly problem: string | null };

/** More vertices than this are no work for a hand. */
const mostEdited = 400;

const lineOf = ([lon, lat]: readonly [number, number]): string => `${lon.toFixed(5)},${lat.toFixed(5)}`;
const linesOf = (text: string): readonly string[] => text.split('\n').filter((line) => line.trim() !== '');

/** Vertices that can be read; the others are told of when the form is sent. */
function verticesOf(text: string): readonly [number, number][] {
  return linesOf(text).flatMap((line) => {
    const vertex = vertexOf(line);
    return vertex === null ? [] : [vertex];
  });
}

function contourOf(text: string): Contour {
  const bad = linesOf(text).find((line) => vertexOf(line) === null);
  if (bad !== undefined) return { geometry: null, problem: texts.badVertex(bad) };
  const vertices = verticesOf(text);
  if (vertices.length < 3) return { geometry: null, problem: texts.noGeometry };
  const parsed = areaOfVertices(vertices);
  return parsed.ok ? { geometry: parsed.geometry, problem: null } : { geometry: null, problem: parsed.reason };
}

/** Outer rings that a person can move by hand; null where there are holes, or too many vertices. */
export function editableRings(geometry: AreaGeometry | null): readonly Ring[] | null {
  if (geometry === null) return [];
  const polygons = geometry.type === 'Polygon' ? [geometry.coordinates] : geometry.coordinates;
  const count = polygons.flat().reduce((sum, ring) => sum + ring.length, 0);
  if (count > mostEdited || polygons.some((rings) => rings.length !== 1)) return null;
  return polygons.flat();
}

const isClosed = (ring: Ring): boolean => {
  const last = ring.at(-1);
  return ring.length > 1 && ring[0]?.[0] === last?.[0] && ring[0]?.[1] === last?.[1];
};

/** The contour that a form is about: written vertex by vertex, drawn, or read from a file. */
export function useContour(initial: AreaGeometry | null) {
  const [text, setText] = useState('');
  const [kept, setKept] = useState(initial);
  const [fileNote, setFileNote] = useState<string | null>(null);
  const written = useMemo(() => contourOf(text), [text]);
  const contour: Contour = kept === null ? written : { geometry: kept, problem: null };
  const write = (next: string) => {
    setKept(null);
    setFileNote(null);
    setText(next);
  };
  return {
    contour,
    text,
    vertices: useMemo(() => verticesOf(text), [text]),
    fileNote,
    isEmpty: text === '' && kept === null,
    write,
    addVertex: (vertex: readonly [number, number]) =>
      write(`${text.trim() === '' ? '' : `${text.trimEnd()}\n`}${lineOf(vertex)}`),
    undo: () => write(text.trimEnd().split('\n').slice(0, -1).join('\n')),
    /** One ring becomes vertices that can be read and corrected; several are kept as they are. */
    draw(rings: readonly Ring[]) {
      const [only, ...others] = rings;
      if (only === undefined) return write('');
      if (others.length === 0) return write((isClosed(only) ? only.slice(0, -1) : only).map(lineOf).join('\n'));
      setFileNote(null);
      setText('');
      setKept({
        type: 'MultiPolygon',
        coordinates: rings.map((ring) => [ring.map(([lon, lat]): [number, number] => [lon, lat])]),
      });
    },
    /** Answers whether the file gave a contour. */
    async upload(file: File): Promise<boolean> {
      const parsed = await parseAreaFile(file);
      setFileNote(parsed.ok ? texts.fromFile(file.name, parsed.note) : parsed.reason);
      if (!parsed.ok) return false;
      setKept(parsed.geometry);
      setText('');
      return true;
    },
  };
}
export type ContourState = ReturnType<typeof useContour>;
