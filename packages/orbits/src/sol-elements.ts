import type { KeplerianElements } from './elements.ts'

/**
 * Heliocentric elements at J2000.0 and their change in a Julian century: a, e, i, mean longitude, longitude of the
 * perihelion, longitude of the node. Planets and Pluto: E. M. Standish, "Keplerian Elements for Approximate Positions
 * of the Major Planets", Table 1, fitted to 1800–2050. The row of the Earth is that of the barycentre of Earth and Moon.
 */
export const planetElements = {
  mercury: rows(
    [0.38709927, 0.20563593, 7.00497902, 252.2503235, 77.45779628, 48.33076593],
    [0.00000037, 0.00001906, -0.00594749, 149472.67411175, 0.16047689, -0.12534081],
  ),
  venus: rows(
    [0.72333566, 0.00677672, 3.39467605, 181.9790995, 131.60246718, 76.67984255],
    [0.0000039, -0.00004107, -0.0007889, 58517.81538729, 0.00268329, -0.27769418],
  ),
  earth: rows(
    [1.00000261, 0.01671123, -0.00001531, 100.46457166, 102.93768193, 0],
    [0.00000562, -0.00004392, -0.01294668, 35999.37244981, 0.32327364, 0],
  ),
  mars: rows(
    [1.52371034, 0.0933941, 1.84969142, -4.55343205, -23.94362959, 49.55953891],
    [0.00001847, 0.00007882, -0.00813131, 19140.30268499, 0.44441088, -0.29257343],
  ),
  jupiter: rows(
    [5.202887, 0.04838624, 1.30439695, 34.39644051, 14.72847983, 100.47390909],
    [-0.00011607, -0.00013253, -0.00183714, 3034.74612775, 0.21252668, 0.20469106],
  ),
  saturn: rows(
    [9.53667594, 0.05386179, 2.48599187, 49.95424423, 92.59887831, 113.66242448],
    [-0.0012506, -0.00050991, 0.00193609, 1222.49362201, -0.41897216, -0.28867794],
  ),
  uranus: rows(
    [19.18916464, 0.04725744, 0.77263783, 313.23810451, 170.9542763, 74.01692503],
    [-0.00196176, -0.00004397, -0.00242939, 428.48202785, 0.40805281, 0.04240589],
  ),
  neptune: rows(
    [30.06992276, 0.00859048, 1.77004347, -55.12002969, 44.96476227, 131.78422574],
    [0.00026291, 0.00005105, 0.00035372, 218.45945325, -0.32241464, -0.00508664],
  ),
  pluto: rows(
    [39.48211675, 0.2488273, 17.14001206, 238.92903833, 224.06891629, 110.30393684],
    [-0.00031596, 0.0000517, 0.00004818, 145.20780515, -0.04062942, -0.01183482],
  ),
}

/**
 * JPL's osculating orbit of 2020-01-01, solution 48, on which the mean longitude runs as it did since the osculating
 * orbit of 1995-01-14, solution 34; the semi-major axis follows from that motion.
 */
export const ceresElements = rows(
  [2.76753455, 0.07687465, 10.59127767, 160.72052734, 154.11015828, 80.30119019],
  [0, 0, 0, 7819.06318449, 0, 0],
)

type Row = readonly [a: number, e: number, i: number, l: number, peri: number, node: number]

function rows(values: Row, rates: Row): KeplerianElements {
  return { ...named(values), rates: named(rates) }
}

function named([a, e, i, l, peri, node]: Row) {
  return { a, e, i, l, peri, node }
}
