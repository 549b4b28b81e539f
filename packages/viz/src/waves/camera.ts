export type Vector = readonly [x: number, y: number, z: number];

/** View of an eye: columns of the matrix that projects a place, and the axes of its view scaled to the picture. */
export type Camera = {
  readonly eye: Vector;
  readonly matrix: Float32Array;
  readonly forward: Vector;
  readonly right: Vector;
  readonly up: Vector;
};

const minus = (a: Vector, b: Vector): Vector => [a[0] - b[0], a[1] - b[1], a[2] - b[2]];
const times = (a: Vector, factor: number): Vector => [a[0] * factor, a[1] * factor, a[2] * factor];
const dot = (a: Vector, b: Vector): number => a[0] * b[0] + a[1] * b[1] + a[2] * b[2];
const cross = (a: Vector, b: Vector): Vector => [
  a[1] * b[2] - a[2] * b[1],
  a[2] * b[0] - a[0] * b[2],
  a[0] * b[1] - a[1] * b[0],
];
const unit = (a: Vector): Vector => times(a, 1 / (Math.hypot(...a) || 1));

type Lens = { readonly fieldDegrees: number; readonly aspect: number; readonly near: number; readonly far: number };

/** Camera at an eye that looks at a place, with up as y. */
export function cameraAt(eye: Vector, target: Vector, { fieldDegrees, aspect, near, far }: Lens): Camera {
  const forward = unit(minus(target, eye));
  const right = unit(cross(forward, [0, 1, 0]));
  const up = cross(right, forward);
  const half = Math.tan((fieldDegrees * Math.PI) / 360);
  const [sx, sy] = [1 / (half * aspect), 1 / half];
  const depth = (far + near) / (near - far);
  const [x, y, z] = [-dot(right, eye), -dot(up, eye), dot(forward, eye)];
  const matrix = new Float32Array([
    ...[right[0] * sx, up[0] * sy, -forward[0] * depth, forward[0]],
    ...[right[1] * sx, up[1] * sy, -forward[1] * depth, forward[1]],
    ...[right[2] * sx, up[2] * sy, -forward[2] * depth, forward[2]],
    ...[x * sx, y * sy, z * depth + (2 * far * near) / (near - far), -z],
  ]);
  return { eye, matrix, forward, right: times(right, half * aspect), up: times(up, half) };
}
