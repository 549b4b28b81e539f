import { Dialog, type DialogProps } from './dialog.tsx';
import { Form, type FormProps } from './form.tsx';

type Props = Pick<DialogProps, 'title' | 'size' | 'onClose'> & Omit<FormProps, 'onCancel'>;

/** A form in a dialog: Escape and a click outside ask before typed text is lost, and «Cancelar» leaves. */
export function DialogForm({ title, size = 'lg', onClose, ...form }: Props) {
  return (
    <Dialog title={title} size={size} onClose={onClose} hasUnsaved={form.draft?.isChanged}>
      <Form {...form} onCancel={onClose} />
    </Dialog>
  );
}
