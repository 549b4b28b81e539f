import { listDiscussions } from '@kianda/contract/people/collaboration/discussions.contract';
import { Dialog, type NamedFigure, SkeletonLines } from '@kianda/ui';
import { useEndpoint } from '../../../client/use-endpoint.ts';
import { figureSubject } from './subject.ts';
import { discussionTexts as texts } from './texts.pt.ts';
import { Thread } from './thread.tsx';

type Props = { readonly sectionId: string; readonly figure: NamedFigure; readonly onClose: () => void };

/** The discussion of a figure, over the page that shows it. */
export default function DiscussDialog({ sectionId, figure, onClose }: Props) {
  const subject = figureSubject(sectionId, figure);
  const found = useEndpoint(listDiscussions, { query: { subject } }, { refetchSeconds: 30 });
  const known = found.sourced?.value.discussions[0] ?? null;
  return (
    <Dialog title={texts.title(figure.title)} onClose={onClose}>
      {found.sourced === undefined && found.error === null ? <SkeletonLines lines={4} /> : null}
      {found.error === null ? null : <p role="alert">{found.error.message}</p>}
      {found.sourced === undefined ? null : (
        <Thread id={known?.id ?? null} about={{ subject, title: figure.title, path: `/${window.location.search}` }} />
      )}
    </Dialog>
  );
}
