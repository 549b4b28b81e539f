import type { SectionId } from '../../../sections.ts';
import { dashboardTexts } from '../texts.pt.ts';

const texts = dashboardTexts.cards;

export type CardTarget =
  | { readonly kind: 'section'; readonly id: SectionId }
  | { readonly kind: 'interface'; readonly id: string };

export type InterfaceCard = {
  readonly id: 'scientific' | 'realtime' | 'assistant' | 'learning' | 'analytics' | 'mobile';
  readonly name: string;
  readonly description: string;
  readonly target: CardTarget;
  readonly isNew: boolean;
};

/** The six ways in of the enhanced dashboard, in the specification's order. */
export const interfaceCards: readonly InterfaceCard[] = [
  { id: 'scientific', ...texts.scientific, target: { kind: 'interface', id: 'dashboard_cientifico' }, isNew: false },
  { id: 'realtime', ...texts.realtime, target: { kind: 'section', id: 'realtime-angola' }, isNew: false },
  { id: 'assistant', ...texts.assistant, target: { kind: 'interface', id: 'ml_demo' }, isNew: true },
  { id: 'learning', ...texts.learning, target: { kind: 'section', id: 'machine-learning' }, isNew: true },
  { id: 'analytics', ...texts.analytics, target: { kind: 'section', id: 'advanced-analysis' }, isNew: false },
  { id: 'mobile', ...texts.mobile, target: { kind: 'interface', id: 'mobile_pwa' }, isNew: true },
];
