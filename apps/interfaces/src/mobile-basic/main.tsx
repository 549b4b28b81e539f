import { FieldApp } from '../field/field-app.tsx';
import { fieldTexts } from '../field/texts.pt.ts';
import { startOfflinePage } from '../shared/start-page.tsx';

const variant = { texts: fieldTexts.basic, kinds: ['observation'] } as const;
await startOfflinePage('mobile_basic', <FieldApp variant={variant} />);
