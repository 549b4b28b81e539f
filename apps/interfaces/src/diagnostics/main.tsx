import { interfaces } from '@kianda/contract/open/interfaces/manifest';
import { startPage } from '../shared/start-page.tsx';
import { isCheck } from './check-ids.ts';
import { DiagnosticsPage } from './diagnostics-page.tsx';

// Twelve files of the catalogue open this page, each at its own check.
const file = location.pathname.split('/').at(-1);
const own = interfaces.find((entry) => entry.file === file)?.id;
const check = isCheck(own) ? own : 'test_final_validation';
await startPage(check, <DiagnosticsPage own={check} />, { isKept: false });
