import type { Drawing, Shape } from './drawing.ts';
import { clean } from './pt-format.ts';

type Pdf = PDFKit.PDFDocument;

/** Paints a drawing with its top left corner at a place of the present page. */
export function paint(pdf: Pdf, drawing: Drawing, x: number, y: number): void {
  pdf.save();
  pdf.translate(x, y);
  for (const shape of drawing.shapes) paintShape(pdf, shape);
  pdf.restore();
}

function paintShape(pdf: Pdf, shape: Shape): void {
  switch (shape.kind) {
    case 'clip': {
      pdf.save();
      pdf.rect(...shape.box).clip();
      for (const inner of shape.shapes) paintShape(pdf, inner);
      pdf.restore();
      return;
    }
    case 'circle': {
      pdf.lineWidth(0.7).undash();
      pdf.circle(shape.at[0], shape.at[1], shape.radius).fillAndStroke(shape.fill, shape.stroke);
      return;
    }
    case 'text':
      paintText(pdf, shape);
      return;
    case 'path':
      paintPath(pdf, shape);
  }
}

function paintPath(pdf: Pdf, shape: Extract<Shape, { kind: 'path' }>): void {
  const { fill, stroke, dash = [] } = shape;
  if (shape.lines.length === 0) return;
  for (const line of shape.lines) {
    line.forEach(([x, y], index) => {
      if (index === 0) pdf.moveTo(x, y);
      else pdf.lineTo(x, y);
    });
    if (shape.isClosed === true) pdf.closePath();
  }
  pdf.lineWidth(shape.width ?? 1).lineJoin('round');
  if (dash.length === 0) pdf.undash();
  else pdf.dash(dash[0] ?? 1, { space: dash[1] ?? 1 });
  pdf.fillOpacity(shape.fillOpacity ?? 1).strokeOpacity(1);
  if (fill !== undefined && stroke !== undefined) pdf.fillAndStroke(fill, stroke, 'even-odd');
  else if (fill !== undefined) pdf.fill(fill, 'even-odd');
  else if (stroke !== undefined) pdf.stroke(stroke);
  pdf.undash().fillOpacity(1);
}

function paintText(pdf: Pdf, shape: Extract<Shape, { kind: 'text' }>): void {
  const text = clean(shape.text);
  if (text === '') return;
  pdf
    .font(shape.isBold === true ? 'bold' : 'regular')
    .fontSize(shape.size)
    .fillColor(shape.colour);
  const width = pdf.widthOfString(text);
  const [x, y] = shape.at;
  const shift = shape.anchor === 'end' ? width : shape.anchor === 'middle' ? width / 2 : 0;
  if (shape.isUpright !== true) {
    pdf.text(text, x - shift, y, { lineBreak: false, baseline: 'alphabetic' });
    return;
  }
  pdf.save();
  pdf.rotate(-90, { origin: [x, y] });
  pdf.text(text, x - shift, y, { lineBreak: false, baseline: 'alphabetic' });
  pdf.restore();
}
