import type { SurveillanceArea } from '@kianda/contract/fleet/surveillance/registry.contract';
import { SkeletonBar } from '@kianda/ui';
import { Button, Group, SegmentedControl, Textarea } from '@mantine/core';
import { lazy, Suspense, useState } from 'react';
import styles from '../page.module.css';
import { type ContourState, editableRings } from './contour.ts';
import { areaTexts as texts } from './texts.pt.ts';

const SurveillanceMap = lazy(() => import('../map/surveillance-map.tsx'));
const DraftLayer = lazy(() => import('../map/draft-layer.tsx'));
const DrawArea = lazy(() =>
  import('@kianda/viz/map/layers/draw/draw-area.tsx').then(({ DrawArea }) => ({ default: DrawArea })),
);

const ways = ['polygon', 'rectangle', 'select', 'vertices'] as const;
type Way = (typeof ways)[number];

type Props = {
  readonly state: ContourState;
  readonly bounds: SurveillanceArea['bbox'] | null;
  /** Fault of the contour, once a save was tried. */
  readonly problem: string | null;
  readonly onFile: (name: string) => void;
};

/** The contour of an area: drawn on the map, written vertex by vertex, or read from a file. */
export function ContourEditor({ state, bounds, problem, onFile }: Props) {
  const { contour, text, fileNote } = state;
  const [way, setWay] = useState<Way>(contour.geometry === null ? 'polygon' : 'select');
  const rings = editableRings(contour.geometry);
  const upload = async (file: File | undefined) => {
    if (file !== undefined && (await state.upload(file))) onFile(file.name);
  };
  return (
    <section className={styles.stack} aria-label={texts.drawTitle}>
      <h3 className={styles.subtitle}>{texts.drawTitle}</h3>
      <div className={styles.scroll}>
        <SegmentedControl
          size="xs"
          aria-label={texts.way}
          value={way}
          onChange={setWay}
          data={ways.map((value) => ({ value, label: texts.ways[value] }))}
        />
      </div>
      <ContourMap state={state} bounds={bounds} way={way} onWay={setWay} />
      {/* Below the map: above it, words of another length would move the map under the pointer. */}
      <p className={styles.note} role="status">
        {rings === null && way !== 'vertices' ? texts.tooMany : texts.wayHelp[way]}
      </p>
      <Textarea
        label={texts.vertices}
        value={text}
        rows={4}
        spellCheck={false}
        onChange={({ currentTarget }) => state.write(currentTarget.value)}
      />
      <Group gap="xs">
        <Button variant="default" size="xs" disabled={text.trim() === ''} onClick={state.undo}>
          {texts.undo}
        </Button>
        <Button
          variant="default"
          size="xs"
          disabled={state.isEmpty}
          onClick={() => {
            state.write('');
            setWay('polygon');
          }}
        >
          {texts.clear}
        </Button>
      </Group>
      <div>
        <label htmlFor="ficheiro-da-area">{texts.upload}</label>{' '}
        <input
          id="ficheiro-da-area"
          type="file"
          accept=".geojson,.json,.kml,.zip,.csv,.txt"
          onChange={({ currentTarget }) => void upload(currentTarget.files?.[0])}
        />
      </div>
      {fileNote === null ? null : <p role="status">{fileNote}</p>}
      {problem === null ? null : (
        <p className={styles.warning} role="alert">
          {problem}
        </p>
      )}
    </section>
  );
}

type MapProps = Pick<Props, 'state' | 'bounds'> & { readonly way: Way; readonly onWay: (way: Way) => void };

function ContourMap({ state, bounds, way, onWay }: MapProps) {
  const rings = editableRings(state.contour.geometry);
  const isDrawing = way !== 'vertices' && rings !== null;
  return (
    <Suspense fallback={<SkeletonBar height={420} />}>
      <SurveillanceMap
        label={texts.drawLabel}
        bounds={bounds}
        {...(isDrawing ? {} : { onPick: ({ position }) => state.addVertex(position) })}
      >
        {isDrawing ? (
          <DrawArea
            mode={way}
            rings={rings}
            onChange={(drawn) => {
              state.draw(drawn);
              // A contour just drawn is most often corrected next.
              if (way !== 'select') onWay('select');
            }}
          />
        ) : (
          <DraftLayer geometry={state.contour.geometry} vertices={state.vertices} />
        )}
      </SurveillanceMap>
    </Suspense>
  );
}
