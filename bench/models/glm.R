# Linear and logistic regression by R's glm, on the table mtcars that ships with R: the numbers beside which
# packages/science/src/models/glm stands. Rscript glm.R prints one line of JSON.
# Rscript glm.R <table.csv> gaussian|binomial fits "target" on all other columns and prints seconds, coefficients, deviance.
args <- commandArgs(trailingOnly = TRUE)
json <- function(values) paste0("[", paste(sprintf("%.12g", values), collapse = ","), "]")
control <- glm.control(epsilon = 1e-14, maxit = 100)
if (length(args) == 0) {
  table <- within(mtcars, cyl <- factor(cyl))
  one <- function(formula, family, weights = rep(1, nrow(table)), interval = TRUE) {
    table$w <- weights
    environment(formula) <- environment()
    fit <- suppressWarnings(glm(formula, family = family, data = table, weights = w, control = control))
    at <- predict(fit, table[1:2, ], se.fit = TRUE)
    sprintf('{"coefficients":%s,"errors":%s,"deviance":%.12g,"nullDeviance":%.12g,"aic":%.12g,"eta":%s,"se":%s}',
      json(coef(fit)), json(summary(fit)$coefficients[, 2]), fit$deviance, fit$null.deviance, AIC(fit), json(at$fit), json(at$se.fit))
  }
  plain <- lm(mpg ~ wt + hp + cyl, table)
  bounds <- function(kind, level) json(predict(plain, table[1:2, ], interval = kind, level = level)[, 2:3])
  cat(sprintf('{"linear":%s,"weighted":%s,"logistic":%s,"logisticWeighted":%s,"mean95":%s,"prediction80":%s}\n',
    one(mpg ~ wt + hp + cyl, gaussian()), one(mpg ~ wt + hp + cyl, gaussian(), table$qsec), one(am ~ wt + hp, binomial()),
    one(am ~ wt + hp, binomial(), table$carb), bounds("confidence", .95), bounds("prediction", .8)))
} else {
  table <- read.csv(args[1])
  began <- proc.time()
  fit <- glm(target ~ ., family = args[2], data = table, control = control)
  spent <- proc.time() - began
  cat(sprintf('{"seconds":%.3f,"coefficients":%s,"deviance":%.12g}\n', spent[["user.self"]] + spent[["sys.self"]],
    json(coef(fit)), fit$deviance))
}
