import type { VesselAlert } from '@kianda/contract/fleet/surveillance/alerts.contract';
import { Dialog } from '@kianda/ui';
import { AlertMap } from './alert-map.tsx';
import { mapTexts as texts } from './texts.pt.ts';

type Props = { readonly alert: VesselAlert; readonly onClose: () => void };

/** Where an alert happened, in a dialog of its own. */
export default function AlertMapDialog({ alert, onClose }: Props) {
  return (
    <Dialog onClose={onClose} title={`${texts.title}: ${alert.description}`} size="xl">
      <AlertMap alert={alert} />
    </Dialog>
  );
}
