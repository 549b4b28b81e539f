import { roomTasks, roomValidations } from '@kianda/contract/people/collaboration/casework.contract';
import { findRoom } from '@kianda/contract/people/collaboration/collaboration.contract';
import { listDiscussions } from '@kianda/contract/people/collaboration/discussions.contract';
import { EmptyState, SkeletonLines, StatusPill } from '@kianda/ui';
import { Button } from '@mantine/core';
import { type ComponentProps, lazy, Suspense, useEffect, useMemo, useState } from 'react';
import { useRead } from '../client/use-read.ts';
import type { AddressState } from '../page-frame/address.ts';
import type { ChangeAddress } from '../page-frame/use-address.ts';
import { browserClock } from '../platform/clock.ts';
import { AnnotationEditor } from './annotation-editor.tsx';
import { AnnotationList } from './annotation-list.tsx';
import styles from './collaboration.module.css';
import { type Drawing, geometryOf, needsFinish } from './drawing.ts';
import { PeoplePanel } from './people-panel.tsx';
import { addAnnotation, setField } from './room/annotations.ts';
import type { RoomCopy, RoomView } from './room/room-copy.ts';
import { useRoom } from './room/use-room.ts';
import { type collaborationFields, tabs } from './state.ts';
import { collaborationTexts as texts } from './texts.pt.ts';

const TasksPanel = lazy(() => import('./tasks-panel.tsx').then((module) => ({ default: module.TasksPanel })));
const AnnotationMap = lazy(() => import('./annotation-map.tsx'));

type Address = AddressState<typeof collaborationFields>;
type Props = {
  readonly address: Address;
  readonly change: ChangeAddress<Address>;
  readonly onLeave: () => void;
};

/** A room: the map of its annotations, and beside it what is open of it. */
export function RoomPage({ address, change, onLeave }: Props) {
  const params = { id: address.room };
  const room = useRead(findRoom, { params });
  const validations = useRead(roomValidations, { params });
  const tasks = useRead(roomTasks, { params });
  const discussions = useRead(listDiscussions, { query: { room: address.room } });
  const [copy, view] = useRoom(address.room, (subject) => {
    const readers = { access: room, reviews: validations, tasks, discussions } as const;
    readers[subject as keyof typeof readers]?.refresh();
  });
  const { drawing, setDrawing, finish, pick } = useDrawing(copy, view, change);
  const selected = view.annotations.find(({ id }) => id === address.annotation) ?? null;
  const selectedId = selected?.id ?? null;
  useEffect(() => {
    copy?.setPlace({ annotation: selectedId, point: null });
  }, [copy, selectedId]);

  const states = useMemo(
    () => new Map(validations.sourced?.value.validations.map((one) => [one.annotation, one])),
    [validations.sourced],
  );

  if (view.line === 'closed')
    return (
      <EmptyState title={texts.rooms.closed} action={<Button onClick={onLeave}>{texts.rooms.back}</Button>}>
        {view.trouble}
      </EmptyState>
    );
  return (
    <div className={styles.stage}>
      <div className={styles.mapArea}>
        <Suspense fallback={<SkeletonLines lines={6} />}>
          <AnnotationMap
            view={view}
            selected={address.annotation}
            drawing={drawing}
            camera={address.map}
            onCamera={(map) => change({ map })}
            onPick={pick}
            onPoint={(point) => copy?.setPlace({ annotation: selectedId, point })}
          />
        </Suspense>
        {drawing === null ? null : <DrawingBar drawing={drawing} onChange={setDrawing} onFinish={finish} />}
      </div>
      <div className={styles.panel}>
        <RoomHead name={room.sourced?.value.room.name ?? '—'} view={view} onLeave={onLeave} />
        {selected !== null && copy !== null && address.tab === 'notes' ? (
          <AnnotationEditor
            key={selected.id}
            room={address.room}
            copy={copy}
            view={view}
            annotation={selected}
            validation={states.get(selected.id) ?? null}
            discussions={discussions}
            onReviewed={validations.refresh}
            onRedraw={() => setDrawing({ type: selected.geometry.type, points: [], of: selected.id })}
            onClose={() => change({ annotation: '' })}
          />
        ) : (
          <TabbedPanel
            address={address}
            change={change}
            view={view}
            states={states}
            tasks={tasks}
            detail={room}
            onDraw={(type) => setDrawing({ type, points: [], of: null })}
            onLeave={onLeave}
          />
        )}
      </div>
    </div>
  );
}

/** The drawing under way, and the picks on the map that carry it on. */
function useDrawing(copy: RoomCopy | null, view: RoomView, change: Props['change']) {
  const [drawing, setDrawing] = useState<Drawing | null>(null);
  const finish = (done: Drawing) => {
    const geometry = geometryOf(done);
    if (copy === null || geometry === null || view.me === null) return;
    setDrawing(null);
    if (done.of !== null) return setField(copy.doc(), done.of, { geometry });
    const id = crypto.randomUUID();
    const createdAt = new Date(browserClock()).toISOString();
    addAnnotation(copy.doc(), { id, type: 'observation', geometry, author: view.me, createdAt });
    change({ annotation: id, tab: 'notes' });
  };
  const pick = (position: readonly [number, number], hit: string | null) => {
    if (drawing === null) return hit === null ? undefined : change({ annotation: hit, tab: 'notes' });
    const next = { ...drawing, points: [...drawing.points, position] };
    if (needsFinish(next)) setDrawing(next);
    else finish(next);
  };
  return { drawing, setDrawing, finish, pick };
}

type PanelProps = Props &
  Pick<ComponentProps<typeof AnnotationList>, 'states' | 'onDraw'> &
  Pick<ComponentProps<typeof PeoplePanel>, 'detail' | 'view'> &
  Pick<ComponentProps<typeof TasksPanel>, 'tasks'>;

/** The room's annotations, tasks and people, one at a time. */
function TabbedPanel({ address, change, view, states, tasks, detail, onDraw, onLeave }: PanelProps) {
  const { room, tab } = address;
  return (
    <>
      <Tabs tab={tab} onTab={(next) => change({ tab: next })} />
      <div className={styles.tabBody} role="tabpanel" aria-label={texts.tabs[tab]}>
        {tab === 'notes' ? (
          <AnnotationList view={view} states={states} onOpen={(annotation) => change({ annotation })} onDraw={onDraw} />
        ) : null}
        {tab === 'tasks' ? (
          <Suspense fallback={<SkeletonLines lines={4} />}>
            <TasksPanel
              room={room}
              tasks={tasks}
              mayWrite={view.mayWrite}
              onOpen={(annotation) => change({ annotation, tab: 'notes' })}
            />
          </Suspense>
        ) : null}
        {tab === 'people' ? <PeoplePanel detail={detail} view={view} onLeave={onLeave} /> : null}
      </div>
    </>
  );
}

type HeadProps = { readonly name: string; readonly view: RoomView; readonly onLeave: () => void };

function RoomHead({ name, view, onLeave }: HeadProps) {
  const { line, unsent, mayWrite, trouble } = view;
  const state = [
    texts.line[line],
    ...(unsent > 0 ? [texts.line.unsent(unsent)] : line === 'online' ? [texts.line.saved] : []),
    ...(line === 'online' && !mayWrite ? [texts.line.readOnly] : []),
  ].join(' · ');
  return (
    <header className={styles.roomHead}>
      <Button variant="subtle" size="compact-sm" onClick={onLeave}>
        {`← ${texts.rooms.back}`}
      </Button>
      <h2 className={styles.roomName}>{name}</h2>
      <span role="status">
        <StatusPill tone={line === 'online' && unsent === 0 ? 'good' : line === 'online' ? 'info' : 'caution'}>
          {state}
        </StatusPill>
      </span>
      {trouble === null ? null : (
        <p role="alert" className={styles.trouble}>
          {trouble}
        </p>
      )}
    </header>
  );
}

type TabsProps = { readonly tab: Address['tab']; readonly onTab: (tab: Address['tab']) => void };

function Tabs({ tab, onTab }: TabsProps) {
  const move = (by: number) => {
    const next = tabs[(tabs.indexOf(tab) + by + tabs.length) % tabs.length];
    if (next === undefined) return;
    onTab(next);
    document.getElementById(`tab-${next}`)?.focus();
  };
  return (
    <div
      role="tablist"
      tabIndex={-1}
      aria-label={texts.tabs.label}
      className={styles.tabs}
      onKeyDown={(event) => {
        if (event.key === 'ArrowRight') move(1);
        if (event.key === 'ArrowLeft') move(-1);
      }}
    >
      {tabs.map((one) => (
        <button
          key={one}
          id={`tab-${one}`}
          type="button"
          role="tab"
          aria-selected={one === tab}
          tabIndex={one === tab ? 0 : -1}
          className={styles.tab}
          onClick={() => onTab(one)}
        >
          {texts.tabs[one]}
        </button>
      ))}
    </div>
  );
}

type BarProps = {
  readonly drawing: Drawing;
  readonly onChange: (drawing: Drawing | null) => void;
  readonly onFinish: (drawing: Drawing) => void;
};

function DrawingBar({ drawing, onChange, onFinish }: BarProps) {
  const { type, points } = drawing;
  return (
    <div className={styles.drawing} role="status">
      <p>{texts.notes.drawing[type]}</p>
      <div className={styles.row}>
        {type === 'Point' ? null : (
          <>
            <span className={styles.meta}>{texts.notes.vertices(points.length)}</span>
            <Button
              size="compact-sm"
              variant="default"
              disabled={points.length === 0}
              onClick={() => onChange({ ...drawing, points: points.slice(0, -1) })}
            >
              {texts.notes.undo}
            </Button>
            <Button size="compact-sm" disabled={geometryOf(drawing) === null} onClick={() => onFinish(drawing)}>
              {texts.notes.finish}
            </Button>
          </>
        )}
        <Button size="compact-sm" variant="default" onClick={() => onChange(null)}>
          {texts.notes.cancel}
        </Button>
      </div>
    </div>
  );
}
