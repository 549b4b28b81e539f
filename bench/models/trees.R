# Larger public tables, of the package mlbench (Debian's r-cran-mlbench), as CSV: column "y" (the class, from 0) and the
# variables as numbers. Rscript trees.R <folder> prints one line of JSON: their names.
folder <- commandArgs(trailingOnly = TRUE)[1]
library(mlbench)
targets <- c(Satellite = "classes", LetterRecognition = "lettr")
for (name in names(targets)) {
  data(list = name)
  table <- get(name)
  target <- table[[targets[name]]]
  others <- table[, names(table) != targets[name]]
  numbers <- data.frame(y = as.integer(target) - 1L, lapply(others, function(column) as.numeric(as.character(column))))
  names(numbers) <- c("y", paste0("x", seq_along(others) - 1))
  write.csv(numbers, file.path(folder, paste0(name, ".csv")), row.names = FALSE, quote = FALSE)
}
cat(sprintf("[%s]\n", paste0('"', names(targets), '"', collapse = ",")))
