import { FieldApp } from '../field/field-app.tsx';
import { fieldTexts } from '../field/texts.pt.ts';
import { startOfflinePage } from '../shared/start-page.tsx';

const variant = { texts: fieldTexts.pwa, kinds: ['observation', 'landing', 'inspection'] } as const;
await startOfflinePage('mobile_pwa', <FieldApp variant={variant} />);
